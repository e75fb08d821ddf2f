package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.core.schema.Schema;
import dev.varve.core.series.Series;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.MutableClock;
import dev.varve.testkit.fault.Faults;
import dev.varve.testkit.fault.FaultyEngine;
import dev.varve.testkit.fault.LaggingIndexes;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a database as a whole does: its clock, its declarations, its end. */
public abstract class DatabaseContract extends SeriesContract {

    @Test
    void aDatabaseUsesTheClockOfItsEngine() {
        Series<Reading> kept = Series.of(Reading.class)
                .named("kept")
                .partition("KEPT#{deviceId}")
                .sort("READING#{at}")
                .keep(Duration.ofDays(1))
                .build();
        Varve db = Varve.open(harness().engine(), harness().newTableName(), kept);

        assertThat(db.clock()).isSameAs(harness().engine().clock()).isSameAs(clock());
        db.series(kept).append(reading(0, 21));
        assertThat(db.series(kept).latest("d-1")).isPresent();
        clock().advance(Duration.ofDays(2));
        assertThat(db.series(kept).latest("d-1")).isEmpty();
    }

    @Test
    void aSecondClockIsRefused() {
        MutableClock other = new MutableClock(clock().instant());

        assertRejected("db.two-clocks", () -> Varve.on(harness().engine()).clock(other));
    }

    @Test
    void decoratorsOfAnEngineHaveItsClock() {
        assertThat(new FaultyEngine(harness().engine(), Faults.none(1)).clock()).isSameAs(clock());
        assertThat(new LaggingIndexes(harness().engine()).clock()).isSameAs(clock());
        assertThat(new CountingEngine(harness().engine()).clock()).isSameAs(clock());
        Varve.on(new LaggingIndexes(harness().engine()))
                .clock(clock())
                .open(Schema.of(harness().newTableName(), READINGS));
    }
}
