package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.item.Item;
import dev.varve.key.Tick;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The base of the contracts of fleets: each test has its own engine, clock and table. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.iot.TestEngine#all")
abstract class FleetContract {

    /** Numbers the tables, because engines may share a database. */
    private static final AtomicInteger TABLES = new AtomicInteger();

    final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T15:00:00Z"));
    final String table = "fleet-" + TABLES.incrementAndGet();

    @Parameter
    private TestEngine testEngine;

    @TempDir
    private Path directory;

    private Engine engine;
    private CountingEngine counting;

    @BeforeEach
    void openEngine() {
        engine = testEngine.open(clock, directory);
        counting = new CountingEngine(engine);
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    final boolean isPacked() {
        return testEngine.isPacked();
    }

    /** Begins the declaration of a fleet in the table of the test, packed if the test runs with packed readings. */
    final <E extends Record> FleetBuilder<E> fleetOf(Class<E> reading) {
        FleetBuilder<E> fleet = Fleet.of(reading).table(table);
        return isPacked() ? fleet.packed() : fleet;
    }

    final Varve open(Fleet<?> fleet) {
        return Varve.on(engine).clock(clock).open(fleet.schema());
    }

    /** Opens a database that records requests and their cost, but has no feed. */
    final Varve openCounted(Fleet<?> fleet) {
        Varve db = Varve.on(counting).clock(clock).open(fleet.schema());
        counting.reset();
        return db;
    }

    final CountingEngine counted() {
        return counting;
    }

    static Item itemIn(Varve db, String tableName, Object... key) {
        BlockingTable stored = db.table(tableName);
        return stored.get(key.length == 1 ? Key.of(key[0]) : Key.of(key[0], key[1]))
                .orElseThrow(() -> new AssertionError("no item " + List.of(key) + " in " + tableName));
    }

    final Item item(Varve db, String partition, String sort) {
        return itemIn(db, table, partition, sort);
    }

    /** Returns the row of an hour with the names that it is stored under; rows of packed readings are in a page. */
    final Item hour(Varve db, OpenFleet<?> fleet, String deviceId, String time) {
        if (!isPacked()) {
            return item(db, "DEVICE#" + deviceId, "AGG#hourly#" + at(time));
        }
        Item row = fleet.device(deviceId)
                .rows()
                .hourly()
                .between(at(time), at(time).plusSeconds(1))
                .list()
                .get(0)
                .attributes();
        return row.without("count").with("readingCount", row.number("count"));
    }

    static Instant at(String time) {
        return Tick.SECONDS.parse("2026-04-20T" + time + "Z").orElseThrow();
    }

    /** Returns a reading every minute from this time on. */
    static List<Reading> readings(String deviceId, String from, double... temperatures) {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < temperatures.length; i++) {
            readings.add(new Reading(deviceId, at(from).plusSeconds(60L * i), temperatures[i], 45, 87));
        }
        return readings;
    }

    /** Lets some time pass, after which the blocks of past hours are written and rows follow them. */
    final void letHoursBeSealed() {
        if (isPacked()) {
            clock.advance(Duration.ofMinutes(1));
        }
    }

    static void catchUp(OpenFleet<?> fleet) {
        fleet.processing().catchUp(Duration.ofMinutes(1));
    }

    /** Repeats a query, a bounded number of times, until an index is up to date. */
    static <T> void eventually(java.util.function.Supplier<T> query, T expected) {
        for (int i = 0; i < 10_000 && !query.get().equals(expected); i++) {
            Thread.onSpinWait();
        }
        assertThat(query.get()).isEqualTo(expected);
    }
}
