package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.engine.rocksdb.RocksDbEngine;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a folder that no server has open: each command opens and closes it. */
class FolderTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    private Path data;

    @BeforeEach
    void choose() {
        data = temporary.resolve("data");
    }

    @Test
    void nextCommandShowsWhatOneStored() throws Exception {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("{\"deviceId\":\"a\",\"t\":1}\n".getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(run("import", "-", "--now")).as(err.toString()).isZero();
        } finally {
            System.setIn(before);
        }
        // A server that was killed leaves this behind.
        Files.writeString(data.resolve("server.json"), "{\"url\":\"http://127.0.0.1:1\",\"pid\":1}");

        assertThat(run("devices")).as(err.toString()).isZero();
        assertThat(out.toString()).contains("a", "t 1");
        assertThat(run("doctor")).as(out.toString()).isZero();
        assertThat(out.toString())
                .contains("✓ folder in use", "by no process", "✓ folder audit", "all agree", "✓ server opens");
    }

    @Test
    void folderInUseByAnotherProcessIsUnreachable() {
        try (RocksDbEngine engine = RocksDbEngine.open(data)) {
            assertThat(engine).isNotNull();
            assertThat(run("devices")).isEqualTo(3);
            assertThat(err.toString()).startsWith("varve: cannot open " + data).contains("[rocksdb.locked]");
            assertThat(run("doctor")).isEqualTo(1);
            assertThat(out.toString()).contains("✗ folder in use", "which does not answer", "→ stop that process");
        }
    }

    @Test
    void readingCommandsLeaveAnEmptyFolderEmpty() throws Exception {
        Files.createDirectories(data);

        assertThat(run("devices")).isEqualTo(3);
        assertThat(err.toString()).contains("there is no database in " + data);
        assertThat(run("doctor")).isZero();
        assertThat(out.toString()).contains("! folder exists", "there is no database in " + data);
        assertThat(data).isEmptyDirectory();
    }

    @Test
    void readingsWithoutATimeAreRefusedWithTheirLine() throws Exception {
        Path file = temporary.resolve("r.ndjson");
        Files.writeString(file, "{\"deviceId\":\"a\",\"at\":\"now\",\"t\":1}\n{\"deviceId\":\"a\",\"t\":2}\n");

        assertThat(run("import", file.toString())).isEqualTo(1);
        assertThat(out.toString()).startsWith("1 stored, 0 already there, 1 refused");
        assertThat(err.toString()).contains("r.ndjson:2: the reading has no time", "--now", "[import.no-time]");
    }

    @Test
    void folderWithOtherFilesIsRefused() throws Exception {
        Files.createDirectories(data);
        Files.writeString(data.resolve("letter.txt"), "dear");

        assertThat(run("devices", "set", "a", "--name", "b")).isEqualTo(3);
        assertThat(err.toString()).contains("[rocksdb.foreign]");
    }

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
