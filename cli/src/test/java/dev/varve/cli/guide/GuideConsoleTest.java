package dev.varve.cli.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.iot.DynamicReading;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import dev.varve.testkit.local.DynamoDbLocal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in the guides works and prints what the guides show. */
class GuideConsoleTest {

    private static final Path ROOT = Path.of("..");

    @RegisterExtension
    static final DynamoDbLocal LOCAL = new DynamoDbLocal();

    @TempDir
    private Path temporary;

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            guide.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandWorksAsShown(Path page) throws Exception {
        List<ConsoleBlock> blocks = ConsoleBlock.of(page);
        if (blocks.isEmpty()) {
            return;
        }
        try (Shell shell = new Shell(temporary, LOCAL.database().endpoint())) {
            prepare(page.getFileName().toString(), shell);
            for (ConsoleBlock block : blocks) {
                for (ConsoleBlock.Command command : block.commands()) {
                    check(
                            "%s:%s: %s".formatted(page, block.line(), command.text()),
                            command,
                            shell.run(command.text()));
                }
                shell.stopServer();
            }
        }
    }

    private static void check(String where, ConsoleBlock.Command command, Shell.Result result) {
        String printed =
                "%s%nexit code %s, printed:%n%s".formatted(where, result.code(), String.join("\n", result.lines()));
        assertThat(result.code() != 0).as(printed).isEqualTo(command.isRefused());
        if (!command.output().isEmpty()) {
            assertThat(OutputShape.matches(command.output(), result.lines()))
                    .as(
                            "%s%nshapes, shown: %s%nprinted: %s",
                            printed, OutputShape.lines(command.output()), OutputShape.lines(result.lines()))
                    .isTrue();
        }
    }

    /** Writes the files that the commands of a page name. */
    private static void prepare(String page, Shell shell) throws Exception {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Path folder = shell.folder();
        switch (page) {
            case "cli.md" -> {
                Files.writeString(folder.resolve("readings.csv"), readings(now, Duration.ofDays(3)));
                Files.writeString(
                        folder.resolve("may.csv"),
                        readings(now, Duration.ofHours(2)) + "sensor_00,hall-a,%s,warm,40%n".formatted(now));
                Files.writeString(folder.resolve("power.csv"), power(now.minus(Duration.ofHours(2))));
                assertThat(shell.run("varve sites set blog --domain blog.example")
                                .code())
                        .isZero();
                writeItems(folder.resolve("old-data"), now);
                Files.writeString(folder.resolve("boiler.line"), boiler());
                writeZipped(
                        folder.resolve("plant_1.csv.gz"),
                        "deviceId,at,temperature\na,2021-03-01T00:00:00Z,21\na,2021-04-01T00:00:00Z,21.5\n");
            }
            case "http.md" ->
                Files.writeString(
                        folder.resolve("readings.csv"),
                        "deviceId,at,temperature\na,%1$s,21\nb,%1$s,22\na,%1$s,warm\n".formatted(now));
            case "alerts.md" -> Files.writeString(folder.resolve("secret.txt"), "0123456789abcdef\n");
            case "operating.md" -> {
                Files.writeString(folder.resolve("some.csv"), readings(now, Duration.ofHours(1)));
                assertThat(shell.run("varve import some.csv").code()).isZero();
            }
            default -> {}
        }
    }

    /** Writes a folder as earlier versions did. */
    private static void writeItems(Path folder, Instant now) {
        List<DynamicReading> readings = new ArrayList<>();
        for (int minute = 0; minute < 865 * 5; minute += 5) {
            for (int sensor = 0; sensor < 3; sensor++) {
                readings.add(new DynamicReading(
                        "sensor_0" + sensor,
                        now.minus(Duration.ofMinutes(minute)),
                        Map.of("temperature", 20 + Math.rint(Math.sin(minute) * 100) / 100, "humidity", 35.5)));
            }
        }
        try (ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(folder), "varve", ReadingLayout.ITEMS)) {
            assertThat(database.append(readings).isAllStored()).isTrue();
        }
    }

    /** Readings of three sensors every five minutes, warm in the afternoon and cool in the night. */
    private static String readings(Instant to, Duration length) {
        StringBuilder csv = new StringBuilder("deviceId,location,at,temperature,humidity\n");
        for (Instant at = to.minus(length); !at.isAfter(to); at = at.plus(Duration.ofMinutes(5))) {
            double day = Math.sin(
                    at.getEpochSecond() * 2 * Math.PI / Duration.ofDays(1).toSeconds());
            for (int sensor = 0; sensor < 3; sensor++) {
                csv.append(String.format(
                        Locale.ROOT,
                        "sensor_0%s,hall-%s,%s,%.2f,%.1f%n",
                        sensor,
                        sensor == 1 ? "b" : "a",
                        at,
                        22 + 5.5 * day,
                        35 - 3 * day));
            }
        }
        return csv.toString();
    }

    private static String power(Instant to) {
        return "ts_ms,watts%n%s,412.5%n%s,398.2%n%s,405.3%n"
                .formatted(
                        to.minusSeconds(120).toEpochMilli(), to.minusSeconds(60).toEpochMilli(), to.toEpochMilli());
    }

    /** Returns a year of two fields, one after the other, as InfluxDB exports them. */
    private static String boiler() {
        StringBuilder lines = new StringBuilder();
        Instant from = Instant.parse("2023-01-01T00:00:00Z");
        for (String field : List.of("temperature", "pressure")) {
            for (int i = 0; i < 365 * 4; i++) {
                double value = field.equals("pressure") ? 1.4 : 61.5 + i % 4 * 0.75;
                lines.append("boiler,device=boiler-1 %s=%s %s%n"
                        .formatted(field, value, from.plusSeconds(i * 21_600L).toEpochMilli() * 1_000_000));
            }
        }
        return lines.toString();
    }

    private static void writeZipped(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
