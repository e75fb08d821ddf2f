package dev.varve.series.internal.packed.packing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.memory.MemoryEngine;
import dev.varve.schema.Schema;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.OpenSeries;
import dev.varve.series.PackingReport;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.DyingEngine;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.table.BlockingTable;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PackingTest {

    record Reading(String deviceId, Instant at, double temperature, String note) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:30:00Z");
    private static final String TABLE = "telemetry";

    private static SeriesBuilder<Reading> declared() {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .keep(Duration.ofDays(30));
    }

    private static final Series<Reading> ITEMS = declared().build();
    private static final Series<Reading> PACKED = declared().packed().build();
    private static final Schema SCHEMA = Schema.of(TABLE, PACKED);

    private final MemoryEngine engine = new MemoryEngine(() -> NOW);

    private static List<Reading> readings(int devices, int minutes) {
        List<Reading> readings = new ArrayList<>();
        for (int device = 0; device < devices; device++) {
            for (int minute = 0; minute < minutes; minute++) {
                readings.add(new Reading(
                        "d" + device,
                        NOW.minus(Duration.ofMinutes(minutes - minute)),
                        20 + minute % 7 / 10.0,
                        "note " + minute));
            }
        }
        return readings;
    }

    private static void store(Engine engine, List<Reading> readings) {
        try (Varve db = Varve.open(new Kept(engine), TABLE, ITEMS)) {
            assertThat(db.series(ITEMS).appendAll(readings).isAllStored()).isTrue();
        }
    }

    /** An engine that stays open when its last database is closed. */
    private static final class Kept extends dev.varve.engine.ForwardingEngine {
        Kept(Engine engine) {
            super(engine);
        }

        @Override
        public void close() {}
    }

    private static List<Reading> stored(Engine engine, Series<Reading> series) {
        try (Varve db = Varve.open(new Kept(engine), TABLE, series)) {
            OpenSeries<Reading> open = db.series(series);
            List<Reading> all = new ArrayList<>();
            open.identities()
                    .list()
                    .forEach(device ->
                            all.addAll(open.history(device.text("deviceId")).list()));
            return all;
        }
    }

    private static Table table(Engine engine) {
        return engine.open(SCHEMA.tables().get(0)).join();
    }

    private static List<Item> events(Engine engine) {
        return table(engine).scan(Scan.all()).join().items().stream()
                .filter(item -> item.text("sk").startsWith("READING#"))
                .toList();
    }

    @Test
    void itemsBecomeBlocks() {
        List<Reading> readings = readings(3, 150);
        store(engine, readings);
        List<Long> progress = new ArrayList<>();

        PackingReport expected =
                Varve.on(new DyingEngine(engine, 0)).packing(SCHEMA, PACKED).check(report -> {});
        PackingReport report = Varve.on(engine).packing(SCHEMA, PACKED).run(soFar -> progress.add(soFar.events()));

        assertThat(report).isEqualTo(expected);
        assertThat(report.events()).isEqualTo(450).isEqualTo(report.total());
        assertThat(report.blocks()).isEqualTo(9);
        assertThat(report.blockBytes()).isLessThan(report.itemBytes() / 4);
        assertThat(progress).isSorted().endsWith(450L);
        assertThat(events(engine)).hasSize(9).allMatch(BlockItems::isBlock);
        assertThat(stored(engine, PACKED)).isEqualTo(readings);
        assertThat(Varve.on(new Kept(engine)).packing(SCHEMA, PACKED).run(soFar -> {}))
                .isEqualTo(new PackingReport(0, 0, 0, 0, 0));
    }

    @Test
    void processThatEndsBeforeAnyWriteLosesAndDoublesNothing() {
        List<Reading> readings = readings(2, 70);
        boolean isComplete = false;
        int kills = 0;
        for (int writes = 0; !isComplete; writes++) {
            MemoryEngine killed = new MemoryEngine(() -> NOW);
            store(killed, readings);
            try {
                var unused = Varve.on(new DyingEngine(killed, writes))
                        .packing(SCHEMA, PACKED)
                        .run(report -> {});
                isComplete = true;
            } catch (DyingEngine.Killed end) {
                kills++;
                assertNothingIsLost(killed, readings, writes);
                // The next process may end as well, a bit later.
                try {
                    var unused = Varve.on(new DyingEngine(killed, 3))
                            .packing(SCHEMA, PACKED)
                            .run(report -> {});
                } catch (DyingEngine.Killed again) {
                    assertNothingIsLost(killed, readings, 1);
                }
                var unused = Varve.on(killed).packing(SCHEMA, PACKED).run(report -> {});
            }
            assertThat(stored(killed, PACKED))
                    .as("killed after %s writes", writes)
                    .isEqualTo(readings);
        }
        assertThat(kills).isGreaterThan(140);
    }

    private static void assertNothingIsLost(Engine engine, List<Reading> readings, int writes) {
        Map<String, Double> found = new TreeMap<>();
        for (Item item : events(engine)) {
            String device = item.text("pk");
            if (BlockItems.isBlock(item)) {
                RowSet rows = BlockItems.rows(item);
                for (int row = 0; row < rows.size(); row++) {
                    found.put(device + rows.tick(row), 0.0);
                }
            } else {
                found.put(device + Instant.parse(item.text("at")).toEpochMilli(), 0.0);
            }
        }
        assertThat(found).as("killed after %s writes", writes).hasSize(readings.size());
        if (writes > 0) {
            for (Series<Reading> series : List.of(ITEMS, PACKED)) {
                assertRefused(
                        () -> Varve.open(new Kept(engine), TABLE, series),
                        "schema.converting",
                        "the stored items of Reading are being converted to blocks of PT1H (packed), and cannot be read until"
                                + " this is complete: run the packing again, which continues");
            }
        } else {
            assertThat(stored(engine, ITEMS)).isEqualTo(readings);
        }
    }

    @Test
    void processThatEndsWhileItWritesALargeBucketIsContinued() {
        List<Reading> readings = readings(1, 40);
        boolean isComplete = false;
        for (int writes = 0; !isComplete; writes++) {
            MemoryEngine killed = new MemoryEngine(() -> NOW);
            store(killed, readings);
            try {
                packInSmallParts(new DyingEngine(killed, writes));
                isComplete = true;
            } catch (DyingEngine.Killed end) {
                packInSmallParts(killed);
            }
            long blocks = events(killed).stream().filter(BlockItems::isBlock).count();
            assertThat(blocks).as("killed after %s writes", writes).isGreaterThan(4);
            assertThat(events(killed)).hasSize((int) blocks);
            var unused = Varve.on(killed).packing(SCHEMA, PACKED).run(report -> {});
            assertThat(stored(killed, PACKED))
                    .as("killed after %s writes", writes)
                    .isEqualTo(readings);
        }
    }

    private static void packInSmallParts(Engine engine) {
        Table table = engine.open(SCHEMA.tables().get(0)).join();
        OpenSchema open = new OpenSchema(SCHEMA, Map.of(TABLE, table), engine.clock(), 4);
        HistoryPacker packer = SeriesAccess.instance().packer(open, PACKED);
        packer.limit(150, 400);
        var unused = packer.run(report -> {});
    }

    @Test
    void seriesThatIsPackedSinceAnInstantBecomesPackedAsAWhole() {
        Series<Reading> since =
                declared().packedSince(Instant.parse("2026-04-20T14:00:00Z")).build();
        List<Reading> readings = readings(2, 90);
        try (Varve db = Varve.open(new Kept(engine), TABLE, since)) {
            db.series(since).appendAll(readings);
        }
        assertRefused(
                () -> Varve.open(new Kept(engine), TABLE, PACKED),
                "schema.incompatible",
                "To pack the events from before that instant as well, run Varve.on(engine).packing(…)");

        PackingReport report = Varve.on(engine).packing(SCHEMA, PACKED).run(soFar -> {});

        assertThat(report.events()).isEqualTo(2 * 60);
        assertThat(stored(engine, PACKED)).isEqualTo(readings);
    }

    @Test
    void eventWhoseExpiryDiffersIsRefusedAndNothingChanges() {
        List<Reading> readings = readings(1, 5);
        store(engine, readings);
        Item other = events(engine).get(2);
        var unused = BlockingTable.await(table(engine)
                .put(Put.of(other.with("ttl", Num.of(other.number("ttl").longValueExact() + 60)))));

        var packing = Varve.on(engine).packing(SCHEMA, PACKED);
        for (ThrowingCallable call :
                List.<ThrowingCallable>of(() -> packing.check(report -> {}), () -> packing.run(report -> {}))) {
            assertRefused(
                    call, "packing.not-equal", "cannot be packed, because the packed event would differ in [ttl (");
        }
        assertThat(stored(engine, ITEMS)).isEqualTo(readings);
    }

    @Test
    void openDatabaseOtherLengthAndOtherDeclarationAreRefused() {
        store(engine, readings(1, 5));
        try (Varve db =
                Varve.open(new Kept(engine), "other", declared().named("other").build())) {
            assertThat(db.schema().tables()).hasSize(1);
        }
        Kept used = new Kept(engine);
        try (Varve db = Varve.open(used, TABLE, ITEMS)) {
            assertThat(db.series(ITEMS)).isNotNull();
            assertRefused(
                    () -> Varve.on(used).packing(SCHEMA, PACKED).run(report -> {}),
                    "packing.in-use",
                    "a database is open on the engine, and packing series Reading would change its items: close it first");
        }
        assertRefused(
                () -> Varve.on(engine).packing(Schema.of(TABLE, ITEMS), ITEMS).run(report -> {}),
                "packing.declaration",
                "series Reading is not declared with packed(): pass the declaration that it shall have from now on");
        Series<Reading> other =
                declared().tick(dev.varve.key.Tick.SECONDS).packed().build();
        assertRefused(
                () -> Varve.on(engine).packing(Schema.of(TABLE, other), other).run(report -> {}),
                "schema.incompatible",
                "tick was MILLIS, is now SECONDS");
        var unused = Varve.on(engine).packing(SCHEMA, PACKED).run(report -> {});
        Series<Reading> longer = declared().packed(Duration.ofHours(4)).build();
        assertRefused(
                () -> Varve.on(engine).packing(Schema.of(TABLE, longer), longer).run(report -> {}),
                "schema.incompatible",
                "packed was blocks of PT1H, is now blocks of PT4H. Declare it as it was");
    }

    private static void assertRefused(ThrowingCallable call, String code, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        VarveException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining(message);
    }
}
