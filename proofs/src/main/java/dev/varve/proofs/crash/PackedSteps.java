package dev.varve.proofs.crash;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.rollup.Rollup;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.BlockingTable;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The steps of the writer that appends batches to a packed series, and now and then writes its blocks. */
record PackedSteps(long seed, int round) {

    /** Its number among the writers. */
    static final int WRITER = JournalSteps.WRITER + 1;

    static final int DEVICES = 4;
    static final Instant START = Instant.parse("2020-04-20T00:00:00Z");

    /** Each round has its own days. */
    static final Duration ROUND = Duration.ofDays(20);

    private static final int MOST_READINGS = 40;
    private static final Duration EVERY = Duration.ofSeconds(20);

    /** A reading; its value says which step wrote it. */
    record Reading(String deviceId, Instant at, double value) {}

    private static final Series<Reading> SERIES = Series.of(Reading.class)
            .named("readings")
            .partition("PACKED#{deviceId}")
            .sort("READING#{at}")
            .packed()
            .rollUp(Rollup.of("value").hourly())
            .build();

    /** Opens the database of the series. It has the same owner each time, so no lease of a killed process is waited for. */
    static Varve open(Engine engine) {
        return Varve.on(engine).owner("crash").open("crash-packed", SERIES);
    }

    static OpenSeries<Reading> readings(Varve db) {
        return db.series(SERIES);
    }

    static void flush(OpenSeries<Reading> readings) {
        BlockingTable.await(
                Objects.requireNonNull(SeriesAccess.instance().packed(readings)).flush());
    }

    /** Joins the blocks of past days. */
    static void join(OpenSeries<Reading> readings) {
        BlockingTable.await(
                Objects.requireNonNull(SeriesAccess.instance().packed(readings)).joinAll());
    }

    static String device(int number) {
        return "d-" + number;
    }

    Instant from() {
        return START.plus(ROUND.multipliedBy(round));
    }

    void run(OpenSeries<Reading> readings, int step) {
        if (!readings.appendAll(batch(step)).isAllStored()) {
            throw new IllegalStateException("step %s of round %s was refused".formatted(step, round));
        }
        if (draw(step).chance(3)) {
            flush(readings);
        }
        if (draw(step).chance(1)) {
            join(readings);
        }
    }

    /** Returns the readings of a step. Steps overlap in their hours, so that blocks are written several times. */
    List<Reading> batch(int step) {
        Draw draw = draw(step);
        int count = draw.between(1, MOST_READINGS);
        List<Reading> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // No two readings have one clock: the steps are a millisecond apart.
            Instant at = from().plus(EVERY.multipliedBy((step % 500) * 10L + i)).plusMillis(step);
            batch.add(new Reading(device(i % DEVICES), at, step + i / 100.0));
        }
        return batch;
    }

    private Draw draw(int step) {
        return new Draw(((seed * 1_000_003 + round) * 31 + WRITER) * 1_000_003L + step);
    }
}
