package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.cli.backup.FolderCopies;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.iot.DynamicReading;
import dev.varve.server.ServerDatabase;
import dev.varve.server.Service;
import dev.varve.server.ServiceOptions;
import dev.varve.server.backup.BackupSettings;
import dev.varve.server.backup.Backups;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a folder, with a server on it and without, and restoring them. */
class BackupCommandTest {

    private final Instant start = Instant.now().minus(Duration.ofHours(1));

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path root;

    private Path data() {
        return root.resolve("data");
    }

    private Path backups() {
        return root.resolve("backups");
    }

    private ServerDatabase open() {
        return ServerDatabase.open(RocksDbEngine.open(data()), "varve");
    }

    private void fill(int readings) {
        try (ServerDatabase database = open()) {
            append(database, 0, readings);
        }
    }

    private void append(ServerDatabase database, int from, int to) {
        List<DynamicReading> readings = new ArrayList<>();
        for (int i = from; i < to; i++) {
            readings.add(new DynamicReading("a", start.plusSeconds(i), Map.of("value", (double) i)));
        }
        assertThat(database.append(readings).isAllStored()).isTrue();
    }

    /** A server in this process, which the commands find by its file. */
    private Service serve(ServerDatabase database, @Nullable Duration every) throws IOException {
        Service service = Service.start(
                database,
                ServiceOptions.onLoopback(0),
                Backups.open(
                        new BackupSettings(backups(), every, 2),
                        new FolderCopies((RocksDbEngine) database.engine()),
                        InstantSource.system()));
        Files.writeString(
                data().resolve("server.json"),
                "{\"url\":\"http://127.0.0.1:%s\",\"pid\":%s}"
                        .formatted(service.port(), ProcessHandle.current().pid()));
        return service;
    }

    private static List<Double> values(Path folder) {
        try (ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(folder), "varve")) {
            return database.fleet().readings().history("a").stream()
                    .map(reading -> reading.fields().get("value"))
                    .toList();
        }
    }

    @Test
    void backupOfAFolderIsCheckedAndCanBeUsedAndRestored() throws Exception {
        fill(5);
        Path backup = backups().resolve("monday");
        assertThat(run("backup", backup.toString(), "--data", data().toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip())
                .matches("backup \\S+/backups/monday is complete: \\d+ rows, [0-9.]+ [KM]B, all agree");
        assertThat(backup.resolve("backup.json")).content().contains("\"state\" : \"good\"", "\"scheduled\" : false");

        Path restored = root.resolve("restored");
        assertThat(run("restore", backup.toString(), "--data", restored.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().strip()).matches("restored to \\S+: \\d+ rows, all agree");
        assertThat(values(restored)).isEqualTo(values(data())).hasSize(5);
        assertThat(restored.resolve("backup.json")).doesNotExist();
        assertThat(values(backup)).hasSize(5);
    }

    @Test
    void serverMakesABackupWhileItTakesReadings() throws Exception {
        fill(1);
        try (ServerDatabase database = open();
                Service service = serve(database, null)) {
            assertThat(service.port()).isPositive();
            AtomicBoolean stop = new AtomicBoolean();
            int[] written = {1};
            Thread writer = new Thread(() -> {
                while (!stop.get()) {
                    append(database, written[0], written[0] + 10);
                    written[0] += 10;
                }
            });
            writer.start();
            int code;
            try {
                code = run("backup", "monday", "--data", data().toString());
            } finally {
                stop.set(true);
                writer.join();
            }
            assertThat(code).as(err.toString()).isZero();
            assertThat(out.toString()).startsWith("backup " + backups().resolve("monday") + " is complete: ");
            assertThat(run("backup", "--json", "--data", data().toString())).isZero();
            JsonNode second = new JsonMapper().readTree(out.toString());
            assertThat(second.path("state").asText()).isEqualTo("good");

            assertThat(run("backup", "--list", "--data", data().toString())).isZero();
            assertThat(out.toString()).contains("monday", second.path("name").asText(), "request");
            assertThat(err.toString()).contains("in " + backups() + ", on request only");
        }
        List<Double> all = values(data());
        List<Double> copied = values(backups().resolve("monday"));
        // A prefix: nothing is missing in the middle.
        assertThat(copied).isEqualTo(all.subList(0, copied.size())).isNotEmpty();
    }

    @Test
    void targetMustBeInTheDirectoryOfTheServer() throws Exception {
        fill(1);
        try (ServerDatabase database = open();
                Service service = serve(database, null)) {
            assertThat(service.port()).isPositive();
            String in = backups().resolve("monday").toString();
            assertThat(run("backup", in, "--data", data().toString()))
                    .as(err.toString())
                    .isZero();
            assertThat(run("backup", in, "--data", data().toString())).isEqualTo(1);
            assertThat(err.toString()).contains("backup monday exists: choose another name", "[backup.exists]");
            assertThat(run("backup", root.resolve("other").toString(), "--data", data().toString()))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .contains("the server makes backups in %s only: give a name, or a folder in there [cli.backup]"
                            .formatted(backups()));
            assertThat(root.resolve("other")).doesNotExist();
        }
    }

    @Test
    void serverMakesScheduledBackups() throws Exception {
        fill(1);
        try (ServerDatabase database = open();
                Service service = serve(database, Duration.ofHours(24))) {
            assertThat(service.port()).isPositive();
            while (run("backup", "--list", "--data", data().toString()) != 0
                    || !out.toString().contains("good")) {
                Thread.onSpinWait();
            }
            assertThat(out.toString()).contains("schedule");
            assertThat(err.toString()).contains("every 24h, the last 2 are kept; the next one at ");
            run("doctor", "--quick", "--data", data().toString());
            assertThat(out.toString()).containsPattern("✓ server backup +the newest good one: [0-9]+s ago, every 24h");
        }
    }

    @Test
    void serverWithoutADirectoryIsNotUsedForBackups() throws Exception {
        fill(1);
        try (ServerDatabase database = open();
                Service service = Service.start(database, ServiceOptions.onLoopback(0))) {
            String url = "http://127.0.0.1:" + service.port();
            assertThat(run("backup", "monday", "--server", url)).isEqualTo(1);
            assertThat(err.toString()).contains("start it with --backup-to DIR", "[backup.no-directory]");
            assertThat(run("backup", "--list", "--server", url)).isZero();
            assertThat(out.toString()).startsWith("no backups");
        }
    }

    @Test
    void wrongUseOfBackupIsRefused() {
        assertThat(run("backup", "x", "--list", "--data", data().toString())).isEqualTo(2);
        assertThat(run("backup", "x", "--table", "t")).isEqualTo(2);
        assertThat(err.toString()).contains("use point-in-time recovery of DynamoDB [cli.where]");
        assertThat(run("backup", root.resolve("b").toString(), "--data", data().toString()))
                .isEqualTo(3);
        assertThat(err.toString()).contains("there is no database in " + data());
        assertThat(data()).doesNotExist();
        fill(1);
        assertThat(run("backup", "--data", data().toString())).isEqualTo(2);
        assertThat(err.toString()).contains("no server uses %s: name the folder of the backup".formatted(data()));
        assertThat(run("backup", "--list", "--data", data().toString())).isEqualTo(2);
        assertThat(run("backup", data().toString(), "--data", data().toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("backup data exists: choose another name, or remove it first");
    }

    @Test
    void restoreNeedsABackupAndAnEmptyFolder() throws Exception {
        String to = root.resolve("restored").toString();
        assertThat(run("restore", root.toString(), "--data", to)).isEqualTo(3);
        assertThat(err.toString()).contains("there is no backup in " + root);
        fill(1);
        Path backup = backups().resolve("monday");
        assertThat(run("backup", backup.toString(), "--data", data().toString()))
                .isZero();
        assertThat(run("restore", backup.toString(), "--data", data().toString()))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("folder %s is not empty (VARVE, data, varve.lock): stop its server and rename it"
                        .formatted(data()));
        Files.createDirectory(Path.of(to));
        assertThat(run("restore", backup.toString(), "--data", to, "--json")).isZero();
        assertThat(new JsonMapper().readTree(out.toString()).path("rows").asInt())
                .isPositive();
    }

    @Test
    void folderOfARunningServerIsNotABackup() throws Exception {
        fill(1);
        try (ServerDatabase database = open();
                Service service = serve(database, null)) {
            assertThat(run(
                            "restore",
                            data().toString(),
                            "--data",
                            root.resolve("r").toString()))
                    .isEqualTo(1);
            assertThat(err.toString())
                    .contains("%s is not a backup: the server at http://127.0.0.1:%s uses it"
                            .formatted(data(), service.port()));
        }
    }

    @Test
    void damagedBackupIsNotRestored() throws Exception {
        fill(2_000);
        Path backup = backups().resolve("monday");
        assertThat(run("backup", backup.toString(), "--data", data().toString()))
                .isZero();
        Path table = largest(backup.resolve("data"));
        byte[] bytes = Files.readAllBytes(table);
        for (int i = 0; i < bytes.length / 2; i += 16) {
            bytes[i] ^= 0x55;
        }
        // Not written in place: the file may be a hard link of the database's own.
        Files.delete(table);
        Files.write(table, bytes);
        Path restored = root.resolve("restored");
        assertThat(run("restore", backup.toString(), "--data", restored.toString()))
                .isEqualTo(1);
        assertThat(err.toString()).containsPattern("\\[(restore|rocksdb)\\.damaged\\]");
        assertThat(restored).doesNotExist();
        assertThat(root.resolve("restored.restoring")).doesNotExist();
    }

    private static Path largest(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .max((a, b) -> Long.compare(size(a), size(b)))
                    .orElseThrow();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
