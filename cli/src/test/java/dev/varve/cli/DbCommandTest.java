package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.item.Item;
import dev.varve.table.TableSchema;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DbCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    private Path data;

    @BeforeEach
    void fill() {
        data = temporary.resolve("data");
        try (RocksDbEngine engine = RocksDbEngine.open(data)) {
            engine.open(TableSchema.named("readings").build()).join().blocking().put(Item.of("pk", "a", "sk", "b"));
        }
    }

    @Test
    void auditPrintsCounts() {
        assertThat(run("audit", data.toString())).isZero();
        assertThat(out.toString().lines())
                .containsExactly("rows: 1", "index entries: 0", "expiry entries: 0", "changes: 1", "no problems");
    }

    @Test
    void folderMayBeGivenWithDataOption() {
        assertThat(run("audit", "--data", data.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).contains("rows: 1", "no problems");
        assertThat(run("audit", data.toString(), "--data", data.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("give DIRECTORY or --data");
    }

    @Test
    void missingDirectoryIsRefusedAndNotCreated() {
        Path absent = temporary.resolve("absent");

        assertThat(run("audit", absent.toString())).isEqualTo(3);
        assertThat(err.toString()).contains("there is no database in " + absent);
        assertThat(absent).doesNotExist();
    }

    @Test
    void emptyDirectoryStaysEmpty() throws Exception {
        Path empty = Files.createDirectory(temporary.resolve("empty"));

        assertThat(run("audit", empty.toString())).isEqualTo(3);
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void databaseInUseIsUnreachable() {
        try (RocksDbEngine engine = RocksDbEngine.open(data)) {
            assertThat(engine).isNotNull();
            assertThat(run("audit", data.toString())).isEqualTo(3);
            assertThat(err.toString()).contains("[rocksdb.locked]");
        }
    }

    @Test
    void resultsCanBeJson() throws Exception {
        assertThat(run("audit", data.toString(), "--json")).isZero();
        assertThat(new JsonMapper().readTree(out.toString()).path("rows").asInt())
                .isEqualTo(1);
    }

    private int run(String... args) {
        String[] all = new String[args.length + 1];
        all[0] = "db";
        System.arraycopy(args, 0, all, 1, args.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
