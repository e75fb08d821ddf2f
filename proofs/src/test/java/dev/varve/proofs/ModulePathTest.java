package dev.varve.proofs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application with a module descriptor can use Varve, and cannot see its insides. */
class ModulePathTest {

    private static final String APP = """
            package app;

            import dev.varve.Varve;
            import dev.varve.engine.rocksdb.RocksDbEngine;
            import dev.varve.series.Series;
            import java.nio.file.Path;
            import java.time.Instant;

            public final class App {
                public record Reading(String deviceId, Instant at, double temperature) {}

                public static void main(String[] args) {
                    Series<Reading> readings = Series.of(Reading.class)
                            .partition("DEVICE#{deviceId}")
                            .sort("READING#{at}")
                            .build();
                    try (Varve db = Varve.open(RocksDbEngine.open(Path.of(args[0])), "telemetry", readings)) {
                        db.series(readings).append(new Reading("sensor_01", Instant.now(), 22.5));
                        System.out.println(db.series(readings).latest("sensor_01").orElseThrow().temperature());
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void modularApplicationRunsOnTheModulePath() throws Exception {
        Path classes = folder.resolve("classes");
        String compiled = run(List.of("javac", "--module-path", modulePath(), "-d", classes.toString()), APP);
        assertThat(compiled).isEmpty();

        String printed = run(List.of(
                "java",
                "--module-path",
                modulePath() + File.pathSeparator + classes,
                "--module",
                "app/app.App",
                folder.resolve("data").toString()));

        assertThat(printed.strip()).isEqualTo("22.5");
    }

    @Test
    void modularApplicationCannotUseAnInternalPackage() throws Exception {
        String source = APP.replace(
                "import dev.varve.series.Series;",
                "import dev.varve.series.Series;\nimport dev.varve.series.internal.SeriesAccess;");

        String compiled = run(
                List.of(
                        "javac",
                        "-J-Duser.language=en",
                        "--module-path",
                        modulePath(),
                        "-d",
                        folder.resolve("out").toString()),
                source);

        assertThat(compiled)
                .contains("error: package dev.varve.series.internal is not visible")
                .contains("(package dev.varve.series.internal is declared in module dev.varve, which does not export it"
                        + " to module app)");
    }

    private String run(List<String> command, String source) throws IOException, InterruptedException {
        Path descriptor = folder.resolve("module-info.java");
        Path main = folder.resolve("App.java");
        Files.writeString(
                descriptor,
                "module app { requires dev.varve; requires dev.varve.engine.rocksdb; opens app to dev.varve; }");
        Files.writeString(main, source);
        return run(Stream.concat(command.stream(), Stream.of(descriptor.toString(), main.toString()))
                .toList());
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Path tool = Path.of(System.getProperty("java.home"), "bin", command.get(0));
        List<String> line = Stream.concat(
                        Stream.of(tool.toString()), command.stream().skip(1))
                .toList();
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    /** The modules that the application needs, out of the class path of this test. */
    private static String modulePath() {
        Pattern needed = Pattern.compile(
                ".*([/\\\\]core[/\\\\]target|engine-rocksdb[/\\\\]target|rocksdbjni|jspecify|varve-core|varve-engine-rocksdb).*");
        return Arrays.stream(System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> needed.matcher(entry).matches())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
