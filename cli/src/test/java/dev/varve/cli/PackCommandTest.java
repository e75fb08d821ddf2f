package dev.varve.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.varve.engine.rocksdb.RocksDbEngine;
import dev.varve.iot.DynamicReading;
import dev.varve.server.ReadingLayout;
import dev.varve.server.ServerDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packs folders that an earlier server has written with items. */
class PackCommandTest {

    private static final int DEVICES = 5;
    private static final int MINUTES = 300;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path temporary;

    private Path data;

    @BeforeEach
    void writeItems() {
        data = temporary.resolve("data");
        List<DynamicReading> readings = new ArrayList<>();
        Instant begin = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(MINUTES));
        for (int device = 0; device < DEVICES; device++) {
            for (int minute = 0; minute < MINUTES; minute++) {
                readings.add(new DynamicReading(
                        "sensor-" + device,
                        begin.plus(Duration.ofMinutes(minute)),
                        minute % 10 == 0
                                ? Map.of("temperature", 20 + Math.sin(minute), "count", 1e15 + minute)
                                : Map.of("temperature", 20 + minute % 8 / 10.0, "battery", 90.0),
                        Optional.of("hall " + device % 2),
                        minute % 50 == 0 ? Map.of("state", "cleaned, at " + minute) : Map.of()));
            }
        }
        Collections.shuffle(readings, new Random(1));
        try (ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(data), "varve", ReadingLayout.ITEMS)) {
            assertThat(database.append(readings).isAllStored()).isTrue();
        }
    }

    @Test
    void packedFolderExportsTheSameBytes() throws Exception {
        String before = exported();
        assertThat(run("rollup", "verify")).as(out + "" + err).isZero();

        assertThat(run("pack", "--dry-run")).as(err.toString()).isZero();
        assertThat(out.toString())
                .matches(
                        "1,500 readings would be packed into \\d+ blocks: [0-9.]+ KB as items, [0-9.]+ KB as blocks; packing"
                                + " takes about [0-9.]+ s\\R");
        assertThat(layout()).isEqualTo(ReadingLayout.ITEMS);
        assertThat(run("pack", "--json")).as(err.toString()).isZero();
        JsonNode report = new JsonMapper().readTree(out.toString());
        assertThat(report.path("readings").asInt()).isEqualTo(DEVICES * MINUTES);
        assertThat(report.path("blockBytes").asInt())
                .isLessThan(report.path("itemBytes").asInt() / 3);
        assertThat(report.path("folderBytesAfter").asLong())
                .isLessThan(report.path("folderBytesBefore").asLong());

        assertThat(exported()).isEqualTo(before);
        assertThat(layout()).isEqualTo(ReadingLayout.PACKED);
        assertThat(run("rollup", "verify")).as(out + "" + err).isZero();
        assertThat(run("db", "audit")).as(out.toString()).isZero();
        assertThat(run("pack")).isZero();
        assertThat(out.toString()).isEqualToIgnoringNewLines("all readings are packed already");
    }

    @Test
    void interruptedPackingIsContinued() {
        String before = exported();
        RocksDbEngine engine = RocksDbEngine.open(data);
        assertThatThrownBy(() -> ServerDatabase.packing(engine, "varve").run(report -> {
                    throw new IllegalStateException("interrupted");
                }))
                .hasMessageContaining("interrupted");
        engine.close();

        assertThat(run("devices")).isEqualTo(3);
        assertThat(err.toString()).contains("varve pack", "[schema.converting]");
        assertThat(run("pack")).as(err.toString()).isZero();
        assertThat(exported()).isEqualTo(before);
        assertThat(run("rollup", "verify")).as(out + "" + err).isZero();
    }

    @Test
    void folderInUseAndOtherPlacesAreRefused() {
        try (RocksDbEngine engine = RocksDbEngine.open(data)) {
            assertThat(engine).isNotNull();
            assertThat(run("pack")).isEqualTo(3);
            assertThat(err.toString()).contains("[rocksdb.locked]");
        }
        data = temporary.resolve("nothing");
        assertThat(run("pack")).isEqualTo(3);
        assertThat(err.toString()).contains("there is no database in " + data);
        assertThat(runAlone("pack", "--table", "telemetry")).isEqualTo(2);
        assertThat(err.toString()).contains("only the readings of a folder can be packed");
    }

    private ReadingLayout layout() {
        try (ServerDatabase database = ServerDatabase.open(RocksDbEngine.open(data), "varve")) {
            return database.layout();
        }
    }

    private String exported() {
        assertThat(run("export")).as(err.toString()).isZero();
        return out.toString();
    }

    private int run(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return runAlone(all);
    }

    private int runAlone(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
    }
}
