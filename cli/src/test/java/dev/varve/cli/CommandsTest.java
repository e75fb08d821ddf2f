package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.analytics.DropReason;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.item.Item;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.table.BlockingTable;
import dev.varve.table.Query;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder that a server has open: they find the server by the file it wrote there. */
class CommandsTest {

    private static Instant hour;

    @TempDir
    private static Path temporary;

    private static Path data;
    private static ServerDatabase database;
    private static Service service;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void serve() throws IOException {
        hour = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(3));
        data = temporary.resolve("data");
        database = ServerDatabase.open(RocksDbEngine.open(data), "varve");
        service = Service.start(database, ServiceOptions.onLoopback(0));
        Files.writeString(
                data.resolve("server.json"),
                "{\"url\":\"http://127.0.0.1:%s\",\"pid\":%s}"
                        .formatted(service.port(), ProcessHandle.current().pid()));
    }

    @AfterAll
    static void stop() {
        service.close();
        database.close();
    }

    @Test
    void importedReadingsAreShown() throws Exception {
        Path file = temporary.resolve("shown.csv");
        Files.writeString(
                file,
                "deviceId,at,temperature,location\nshown,%s,21.5,roof\nshown,%s,22.25,roof\nshown,%s,warm,roof\n"
                        .formatted(hour, hour.plusSeconds(60), hour.plusSeconds(120)));

        assertThat(run("import", file.toString())).isEqualTo(1);
        assertThat(out.toString()).startsWith("2 stored, 0 already there, 1 refused;");
        assertThat(err.toString()).contains("shown.csv:4: temperature is \"warm\"", "[reading.no-number]");

        assertThat(run("query", "shown", "--from", hour.toString())).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "AT                    TEMPERATURE",
                        hour + "         21.5",
                        hour.plusSeconds(60) + "        22.25");

        assertThat(run("query", "shown", "--from", hour.toString(), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines())
                .containsExactly("at,temperature", hour + ",21.5", hour.plusSeconds(60) + ",22.25");

        assertThat(run("query", "shown", "--from", hour.toString(), "--format", "chart", "--width", "60"))
                .isZero();
        assertThat(out.toString())
                .contains("shown  ", ", raw", "temperature  last 22.25   min 21.5   max 22.25", "┤", "└");

        assertThat(run("query", "shown", "--from", "2020-01-01", "--explain")).isZero();
        assertThat(out.toString()).contains("DEVICE#shown", "read units", "$");

        assertThat(run("devices", "--search", "shown")).isZero();
        assertThat(out.toString()).contains("DEVICE", "shown", "roof", "temperature 22.25");
        assertThat(json("devices", "show", "shown", "--json").path("location").asText())
                .isEqualTo("roof");
    }

    @Test
    void everyFormatRoundTripsExactly() throws Exception {
        long seed = 42;
        Random random = new Random(seed);
        StringBuilder lines = new StringBuilder();
        for (String device : List.of("trip,1", "trip\"2\"", "trip 3=x", "tripäöü")) {
            for (int i = 0; i < 40; i++) {
                String other = i < 20 ? "" : ",\"only later\":%s".formatted(random.nextInt(1000));
                String text = List.of("on", "=1+1", "'-x", " spaced ", "a \"b\" \\ c,d", "ä😀")
                        .get(i % 6);
                String texts = i % 4 == 3
                        ? ""
                        : ",\"texts\":{\"state\":%s,\"a\":\"x\"}".formatted(new JsonMapper().writeValueAsString(text));
                lines.append("{\"deviceId\":%s,\"at\":\"%s\",\"fields\":{\"a\":%s,\"b,c\":%s%s}%s}\n"
                        .formatted(
                                new JsonMapper().writeValueAsString(device),
                                hour.plusMillis(i * 1001L),
                                number(random),
                                number(random),
                                other,
                                texts));
            }
        }
        Path first = temporary.resolve("trip.ndjson");
        Files.writeString(first, lines);
        assertThat(run("import", first.toString())).as(err.toString()).isZero();
        String[] devices = {"trip,1", "trip\"2\"", "trip 3=x", "tripäöü"};
        List<String> whole = exported("ndjson", devices, "--data", data.toString());
        assertThat(whole).hasSize(160);
        assertThat(whole.get(0)).contains("\"texts\":{\"a\":\"x\",\"state\":\"on\"}");

        for (String format : List.of("csv", "ndjson", "line")) {
            Path written = temporary.resolve("trip-back." + format);
            assertThat(run(with(devices, "export", "--format", format, "-o", written.toString())))
                    .as(err.toString())
                    .isZero();
            Path copy = temporary.resolve("copy-" + format);
            assertThat(plain("import", written.toString(), "--data", copy.toString()))
                    .as("%s of seed %s: %s", format, seed, err)
                    .isZero();
            assertThat(exported("ndjson", devices, "--data", copy.toString()))
                    .as("%s of seed %s", format, seed)
                    .isEqualTo(whole);
        }
    }

    private List<String> exported(String format, String[] devices, String... options) {
        String[] command = with(devices, "export", "--format", format);
        String[] all = Arrays.copyOf(command, command.length + options.length);
        System.arraycopy(options, 0, all, command.length, options.length);
        assertThat(plain(all)).as(err.toString()).isZero();
        return out.toString().lines().toList();
    }

    private static double number(Random random) {
        double number = Double.longBitsToDouble(random.nextLong());
        double size = Math.abs(number);
        return size >= 1e-50 && size <= 1e50 ? number : random.nextGaussian();
    }

    @Test
    void devicesAreRegisteredAndChanged() throws Exception {
        assertThat(run("devices", "set", "d1", "--name", "Boiler", "--label", "floor=2", "--label", "hall=a"))
                .isZero();
        JsonNode device = json("devices", "set", "d1", "--status", "maintenance", "--label", "hall=", "--json");

        assertThat(device.path("name").asText()).isEqualTo("Boiler");
        assertThat(device.path("status").asText()).isEqualTo("maintenance");
        assertThat(device.path("labels").toString()).isEqualTo("{\"floor\":\"2\"}");
        assertThat(run("devices", "set", "d1", "--status", "asleep")).isNotZero();
        assertThat(err.toString()).startsWith("varve: status is \"asleep\"; it must be one of");
        assertThat(run("devices", "show", "nobody")).isEqualTo(1);
        assertThat(err.toString().strip()).isEqualTo("varve: there is no device nobody [ask.not-found]");
    }

    @Test
    void rulesAreSetShownAndDeleted() throws Exception {
        assertThat(run(
                        "rules",
                        "set",
                        "hot",
                        "--field",
                        "temperature",
                        "--above",
                        "80",
                        "--for",
                        "2m",
                        "--severity",
                        "high"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("rule hot: temperature above 80 for 2m");
        assertThat(run("rules")).isZero();
        assertThat(out.toString()).contains("hot", "high", "temperature above 80 for 2m");
        assertThat(run("rules", "set", "both", "--above", "1", "--below", "0")).isEqualTo(2);
        assertThat(run("rules", "set", "quiet", "--silent-for", "10m")).isZero();
        assertThat(out.toString().strip()).isEqualTo("rule quiet: silent for 10m");
        assertThat(json("rules", "--json").path("rules").findValuesAsText("for"))
                .contains("PT10M");
        assertThat(run("rules", "set", "quiet", "--silent-for", "10m", "--for", "1m"))
                .isEqualTo(2);
        assertThat(run("rules", "delete", "quiet")).isZero();
        assertThat(run("rules", "delete", "hot")).isZero();
        assertThat(json("rules", "--json").path("rules").toString()).doesNotContain("hot");
    }

    @Test
    void alertIsListedAcknowledgedAndResolved() throws Exception {
        assertThat(run("rules", "set", "cold", "--field", "cold", "--below", "0", "--severity", "critical"))
                .isZero();
        Path file = temporary.resolve("cold.lp");
        Files.writeString(
                file,
                "m,device=cellar cold=-5 %s\n".formatted(hour.plusSeconds(5).toEpochMilli()));
        assertThat(run("import", file.toString(), "--precision", "ms"))
                .as(err.toString())
                .isZero();
        String id = alertOf("cellar");

        assertThat(run("alerts")).isZero();
        assertThat(out.toString()).contains("critical", "open", "cellar", id);
        assertThat(run("alerts", "ack", id, "--by", "ada")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("cellar", "acknowledged by ada");
        assertThat(run("alerts", "resolve", id, "--device", "cellar", "--by", "ada"))
                .isZero();
        assertThat(run("alerts", "resolve", id)).isEqualTo(1);
        assertThat(err.toString()).contains("[alert.not-found]");
    }

    /** Polls until the alert is open: the server processes the reading in the background. */
    private String alertOf(String device) throws Exception {
        Instant end = Instant.now().plusSeconds(60);
        while (Instant.now().isBefore(end)) {
            JsonNode alerts = json("alerts", "--device", device, "--json").path("alerts");
            if (!alerts.isEmpty()) {
                return alerts.get(0).path("alertId").asText();
            }
        }
        throw new AssertionError("no alert was opened");
    }

    @Test
    void verifyFindsAMissingRowAndRebuildReplacesIt() throws Exception {
        Path file = temporary.resolve("rolled.ndjson");
        Files.writeString(file, "{\"deviceId\":\"rolled\",\"at\":\"%s\",\"t\":1}\n".formatted(hour));
        assertThat(run("import", file.toString())).isZero();
        // Late readings are written as a block half a minute after the last of them.
        BlockingTable.await(Objects.requireNonNull(
                        SeriesAccess.instance().packed(database.fleet().readings()))
                .flush());
        database.varve().processing().catchUp(Duration.ofMinutes(1));
        BlockingTable table = database.varve().table("varve");
        Item row = table.stream(Query.of("DEVICE#rolled").beginsWith("AGG#hourly#"))
                .findFirst()
                .orElseThrow();
        table.delete(table.schema().keyOf(row));

        assertThat(run("rollup", "verify", "--from", "-2d", "--to", "now")).isEqualTo(1);
        assertThat(out.toString())
                .contains("{deviceId=rolled}", "✗ ", "wrong: varve rollup rebuild computes them again");
        assertThat(run("rollup", "rebuild", "--from", "-2d")).isZero();
        assertThat(out.toString()).contains(" rebuilt");
        assertThat(run("rollup", "verify", "--from", "-2d", "--to", "now"))
                .as(out.toString())
                .isZero();
        assertThat(out.toString()).contains("✓ ", " rows compared, all correct");
    }

    @Test
    void tokenIsCreatedPrintedOnceAndRevoked() throws Exception {
        assertThat(run("tokens", "create", "telegraf", "--scope", "write", "--only", "device:x"))
                .isZero();
        String secret = out.toString().strip();
        assertThat(secret).startsWith("varve_");
        assertThat(run("tokens", "list")).isZero();
        assertThat(out.toString()).contains("telegraf", "write", "device:x").doesNotContain(secret);
        assertThat(run("tokens", "revoke", "telegraf")).isZero();
        assertThat(json("tokens", "--json").path("tokens").toString()).doesNotContain("telegraf");
        assertThat(run("tokens", "revoke", "telegraf")).isEqualTo(1);
        assertThat(run("tokens", "create", "x", "--scope", "root")).isEqualTo(1);
        assertThat(err.toString()).contains("the scopes are write, read and admin");
    }

    @Test
    void sitesAndGoalsAreSetAndShown() throws Exception {
        assertThat(run("sites", "create", "blog", "--domain", "example.com,example.org", "--timezone", "Europe/Berlin"))
                .as(err.toString())
                .isZero();
        assertThat(run("sites", "goals", "add", "blog", "signup", "--page", "/welcome", "--match", "prefix"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("goal signup of blog: prefix /welcome");
        assertThat(run("sites", "goals", "blog")).isZero();
        assertThat(out.toString()).contains("signup", "page", "prefix /welcome");
        assertThat(run("sites")).isZero();
        assertThat(out.toString()).contains("blog", "example.com, example.org", "Europe/Berlin");
        assertThat(run("query", "--site", "blog", "--period", "7d")).isZero();
        assertThat(out.toString()).contains("visitors", "page views", "bounce rate");
        assertThat(run("query", "--site", "blog", "--format", "chart")).isZero();
        assertThat(out.toString()).contains("blog", "visitors by day");
        assertThat(run("sites", "goals", "remove", "blog", "signup")).isZero();
        assertThat(run("sites", "delete", "blog")).isZero();
        assertThat(run("sites", "delete", "blog")).isEqualTo(1);
    }

    @Test
    void goalsWithPatternAndValueAndFunnelsAreSaved() throws Exception {
        assertThat(run("sites", "set", "store")).as(err.toString()).isZero();
        assertThat(run("sites", "goals", "add", "store", "post", "--page", "/blog/*"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("goal post of store: stars /blog/*");
        assertThat(run(
                        "sites",
                        "goals",
                        "add",
                        "store",
                        "buy",
                        "--event",
                        "Buy",
                        "--value",
                        "amount",
                        "--currency",
                        "EUR"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("goal buy of store: exact Buy, value amount in EUR");
        assertThat(run("sites", "funnels", "store")).isZero();
        assertThat(out.toString().strip()).isEqualTo("no funnels");
        assertThat(run("sites", "funnels", "add", "store", "sales", "--steps", "post,buy", "--name", "Sales"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("funnel sales of store: post, buy");
        assertThat(run("sites", "funnels", "store")).isZero();
        assertThat(out.toString()).contains("sales", "Sales", "post, buy");
        assertThat(run("sites", "funnels", "show", "store", "sales", "--period", "today"))
                .isZero();
        assertThat(out.toString()).contains("STEP", "/blog/*", "Buy", "0 %");
        assertThat(run("sites", "funnels", "add", "store", "x", "--steps", "post,none"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("site store has no goal \"none\": create it first");
        assertThat(run("sites", "funnels", "remove", "store", "sales")).isZero();
        assertThat(run("sites", "funnels", "show", "store", "sales")).isEqualTo(1);
        assertThat(err.toString()).contains("site store has no funnel sales");
        assertThat(run("sites", "funnels")).isEqualTo(2);
    }

    @Test
    void droppedHitsOfASiteAreShown() throws Exception {
        assertThat(run("sites", "set", "private", "--privacy-signals", "ignored"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("privacy signals", "ignored");
        assertThat(run("sites", "dropped", "private")).isZero();
        assertThat(out.toString().strip()).isEqualTo("no dropped hits");
        database.analytics().countDropped("private", DropReason.BOT);
        // A server stores the counts once a second at most.
        database.analytics().flush();
        assertThat(run("sites", "dropped", "private", "--period", "7d")).isZero();
        assertThat(out.toString()).contains("BOTS", "OVER RATE");
        assertThat(run("sites", "times", "private", "--period", "7d", "--limit", "5"))
                .isZero();
        assertThat(out.toString().strip()).isEqualTo("no times");
        assertThat(run("sites", "set", "private", "--privacy-signals", "maybe")).isEqualTo(2);
        assertThat(err.toString()).contains("privacySignals is \"maybe\"; it must be one of [honoured, ignored]");
    }

    @Test
    void sharedLinkIsCreatedListedAndRevoked() throws Exception {
        assertThat(run("sites", "create", "linked")).as(err.toString()).isZero();
        Path password = Files.writeString(temporary.resolve("password.txt"), "correct horse\n");
        assertThat(run("sites", "links", "create", "linked", "--name", "Ada", "--password-file", password.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip())
                .matches("http://127.0.0.1:" + service.port() + "/shared/linked#[A-Za-z0-9_-]{32}");
        assertThat(err.toString()).contains("keep this link");
        assertThat(run("sites", "links", "linked")).isZero();
        assertThat(out.toString()).contains("Ada", "yes");
        assertThat(run("sites", "links", "revoke", "linked", "Ada")).isZero();
        assertThat(run("sites", "links", "revoke", "linked", "Ada")).isEqualTo(1);
        assertThat(err.toString()).contains("site linked has no shared link Ada", "[link.not-found]");
        Files.writeString(password, " ");
        assertThat(run("sites", "links", "create", "linked", "--password-file", password.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("cli.secret-file");
        assertThat(run("sites", "links")).isEqualTo(2);
        assertThat(err.toString()).contains("the site is missing: varve sites links SITE");
    }

    @Test
    void invalidArgumentsAreUsageErrors() {
        assertThat(run("query", "shown", "--from", "gestern")).isEqualTo(2);
        assertThat(err.toString()).contains("\"gestern\" is not a time").doesNotContain("\tat ");
        assertThat(run("query")).isEqualTo(2);
        assertThat(run("query", "a", "--from", "now", "--to", "-1h")).isEqualTo(2);
        assertThat(run("export", "--json")).isEqualTo(2);
        assertThat(run("devices", "set", "d2", "--status", "asleep")).isEqualTo(2);
    }

    @Test
    void batchSizeZeroIsAUsageError() throws Exception {
        Path file = Files.writeString(temporary.resolve("batch.csv"), "deviceId,at,t\n");
        assertThat(run("import", file.toString(), "--batch", "0")).isEqualTo(2);
    }

    @Test
    void failureAfterParsingIsNotAUsageError() {
        assertThat(run("import", temporary.resolve("nothing.csv").toString())).isEqualTo(1);
        assertThat(err.toString()).contains("[import.no-file]");
        assertThat(run("sites", "set", "x", "--timezone", "Nowhere/Land")).isEqualTo(1);
    }

    @Test
    void usageErrorIsOneLine() {
        assertThat(run("devices", "show")).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("varve: Missing required parameter: 'DEVICE'; see varve devices show --help");
        assertThat(run("query", "a", "--tier", "week")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Test
    void exportToAFullDiskFails() throws Exception {
        Path file = temporary.resolve("full.ndjson");
        Files.writeString(file, "{\"deviceId\":\"full\",\"at\":\"%s\",\"t\":1}\n".formatted(hour));
        assertThat(run("import", file.toString())).isZero();

        for (String format : List.of("csv", "ndjson", "line")) {
            assertThat(runOnFullDisk("export", "full", "--format", format)).isEqualTo(1);
            assertThat(err.toString().strip())
                    .isEqualTo("varve: the output cannot be written: No space left on device");
        }
        assertThat(runOnFullDisk("query", "full", "--from", "-1d", "--format", "csv"))
                .isEqualTo(1);
    }

    /** Runs a command whose output fails as on a full disk. */
    private int runOnFullDisk(String... args) {
        err.getBuffer().setLength(0);
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        OutputStream disk = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        return Main.run(disk, new PrintWriter(err, true), all);
    }

    @Test
    void missingServerIsUnreachable() {
        assertThat(plain("devices", "--server", "http://127.0.0.1:1")).isEqualTo(3);
        assertThat(err.toString().strip())
                .isEqualTo("varve: cannot reach http://127.0.0.1:1: no server is running there");
        assertThat(plain("devices", "--data", temporary.resolve("absent").toString()))
                .isEqualTo(3);
        assertThat(temporary.resolve("absent")).doesNotExist();
    }

    @Test
    void doctorFindsTheServerOfTheFolder() {
        assertThat(run("doctor")).as(out.toString()).isZero();
        assertThat(out.toString())
                .contains(
                        "✓ machine java", "✓ folder in use", "by the server at http://127.0.0.1:", "✓ server answers");
    }

    /** Runs a command on the folder of the server. */
    private int run(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return plain(all);
    }

    @Test
    void optionsGiveTheDeviceAndTheTimeColumnOfAFile() throws Exception {
        Path file = temporary.resolve("power.csv");
        long first = hour.toEpochMilli();
        Files.writeString(file, "ts_ms,value\n%s,1.5\n%s,2.5\nsoon,3\n".formatted(first, first + 250));

        assertThat(run("import", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("[import.no-device]", "--device");
        assertThat(run("import", file.toString(), "--device", "meter-7")).isEqualTo(1);
        assertThat(err.toString()).contains("[import.no-time]", "--time-column");
        String[] import7 = {
            "import", file.toString(), "--device", "meter-7", "--time-column", "ts_ms", "--time-unit", "ms"
        };
        assertThat(run(import7)).isEqualTo(1);
        assertThat(out.toString()).startsWith("2 stored, 0 already there, 1 refused;");
        assertThat(err.toString())
                .contains("power.csv:4: the time is \"soon\"", "the server refreshes the rollups in the background");
        assertThat(run("query", "meter-7", "--from", hour.toString(), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines()).containsExactly("at,value", hour + ",1.5", hour.plusMillis(250) + ",2.5");
        assertThat(run("import", file.toString(), "--device", "x", "--format", "line"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("[cli.csv-only]");
    }

    @Test
    void unknownDevicesAndFieldsAreNamed() throws Exception {
        Path file = temporary.resolve("known.csv");
        Files.writeString(file, "deviceId,at,t\nknown,%s,1\n".formatted(hour));
        assertThat(run("import", file.toString())).isZero();
        String from = hour.toString();

        for (String shape : List.of("table", "csv", "json", "chart")) {
            assertThat(run("query", "nobody", "--from", from, "--format", shape))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("there is no device \"nobody\"", "[device.unknown]");
            assertThat(run("query", "known", "--from", from, "--fields", "typo", "--format", shape))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("no field \"typo\" in this range; the fields are t", "[field.unknown]");
        }
        assertThat(run("query", "known", "--from", from, "--fields", "t")).isZero();
        assertThat(run("export", "nobody")).isEqualTo(1);
        assertThat(err.toString()).contains("[device.unknown]");
        assertThat(run("export", "known", "--fields", "typo")).isEqualTo(1);
        assertThat(err.toString()).contains("[field.unknown]");
        assertThat(run("rollup", "verify", "--device", "nobody")).isEqualTo(1);
        assertThat(err.toString()).contains("[device.unknown]");
        assertThat(run("alerts", "--device", "nobody")).isEqualTo(1);
        assertThat(err.toString()).contains("[device.unknown]");
    }

    @Test
    void exportedTextsAreNotFormulasAndImportUnchanged() throws Exception {
        Path file = temporary.resolve("formula.ndjson");
        Files.writeString(file, "{\"deviceId\":\"=1+1\",\"at\":\"%s\",\"fields\":{\"+x\":1}}\n".formatted(hour));
        assertThat(run("import", file.toString())).as(err.toString()).isZero();

        assertThat(run("query", "=1+1", "--from", hour.toString(), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines()).containsExactly("at,'+x", hour + ",1.0");
        Path exported = temporary.resolve("formula.csv");
        assertThat(run("export", "=1+1", "-o", exported.toString())).isZero();
        assertThat(exported).content().isEqualTo("deviceId,at,'+x\n'=1+1,%s,1.0\n".formatted(hour));
        assertThat(run("import", exported.toString())).isZero();
        assertThat(out.toString()).startsWith("0 stored, 1 already there");
    }

    @Test
    void seriesOfADeviceAreShownExportedAndImported() throws Exception {
        long at = hour.getEpochSecond();
        Path file = temporary.resolve("series.txt");
        Files.writeString(
                file,
                "weather,device=st temp=1,hum=5 %s\npower,device=st,host=a\\,b temp=2,state=\"on\" %s\nreadings,device=st temp=3 %s\n"
                        .formatted(at, at, at + 60));
        assertThat(run("import", file.toString(), "--format", "line", "--precision", "s"))
                .as(err.toString())
                .isZero();

        assertThat(run("devices", "show", "st")).isZero();
        assertThat(out.toString()).contains("power,device=st,host=a\\,b", "weather,device=st");
        assertThat(run("query", "st", "--from", hour.toString(), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "at,series,hum,state,temp",
                        hour + ",\"power,device=st,host=a\\,b\",,on,2.0",
                        hour + ",\"weather,device=st\",5.0,,1.0",
                        hour.plusSeconds(60) + ",st,,,3.0");
        assertThat(run("query", "st", "--series", "weather,device=st", "--from", hour.toString(), "--format", "csv"))
                .isZero();
        assertThat(out.toString().lines()).containsExactly("at,hum,temp", hour + ",5.0,1.0");
        assertThat(run("query", "st", "--from", hour.toString(), "--format", "chart"))
                .isZero();
        assertThat(out.toString()).contains("temp  weather,device=st", "temp  st");

        String[] device = {"st"};
        List<String> whole = exported("ndjson", device, "--data", data.toString());
        assertThat(whole).hasSize(3);
        for (String format : List.of("csv", "ndjson", "line")) {
            Path written = temporary.resolve("series." + format);
            assertThat(run("export", "st", "--format", format, "-o", written.toString()))
                    .isZero();
            assertThat(run("import", written.toString(), "--format", format)).isZero();
            assertThat(out.toString()).as(format).startsWith("0 stored, 3 already there");
            Path copy = temporary.resolve("series-copy-" + format);
            assertThat(plain("import", written.toString(), "--format", format, "--data", copy.toString()))
                    .as(err.toString())
                    .isZero();
            assertThat(exported("ndjson", device, "--data", copy.toString())).isEqualTo(whole);
        }
        assertThat(run("devices", "delete", "st", "--series", "weather,device=st"))
                .isZero();
        assertThat(exported("ndjson", device, "--data", data.toString())).hasSize(2);
    }

    private int plain(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }

    private JsonNode json(String... args) throws Exception {
        assertThat(run(args)).as(err.toString()).isZero();
        return new JsonMapper().readTree(out.toString());
    }

    private static String[] with(String[] devices, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(devices));
        return all.toArray(String[]::new);
    }
}
