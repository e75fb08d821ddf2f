package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.core.entity.Entity;
import dev.varve.core.item.RecordOptions;
import dev.varve.core.key.Tick;
import dev.varve.core.rollup.Group;
import dev.varve.core.rollup.Rollup;
import dev.varve.core.schema.Schema;
import dev.varve.core.series.Series;
import dev.varve.core.series.SeriesBuilder;
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

    /** A factory, as applications write them: each call builds the declaration again. */
    private static Series<Reading> readings() {
        return readings(Duration.ofDays(30)).build();
    }

    private static SeriesBuilder<Reading> readings(Duration keep) {
        return Series.of(Reading.class)
                .named("factory")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .options(RecordOptions.defaults().rename("temperature", "t"))
                .rollUp(Rollup.of("temperature").hourly().group(Group.all("fleet")))
                .keep(keep);
    }

    private static Entity<Place> places() {
        return Entity.of(Place.class)
                .named("places")
                .partition("PLACE#{placeId}")
                .sort("#META")
                .options(RecordOptions.defaults().lowerCaseEnums())
                .build();
    }

    /** An entity. */
    public record Place(String placeId, String name) {}

    @Test
    void equalDeclarationsAreOne() {
        Varve db = open(readings(), telemetry(current()), places());

        db.series(readings()).append(reading(0, 21));
        assertThat(db.series(readings())).isSameAs(db.series(readings()));
        assertThat(db.series(readings()).latest("d-1")).isPresent();
        assertThat(db.series(readings()).declaration())
                .isSameAs(db.schema().declarations().get(0));
        db.series(telemetry(current())).append(report(0, "hall", 1));
        assertThat(db.series(telemetry(current())).latest("c-1", "d-7")).isPresent();
        db.entities(places()).create(new Place("p-1", "hall"));
        assertThat(db.entities(places()).find("p-1")).isPresent();
        db.transact()
                .append(db.series(readings()), reading(1, 22))
                .put(db.entities(places()), new Place("p-2", "yard"))
                .commit();
        assertThat(db.entities(places()).find("p-2")).isPresent();
    }

    @Test
    void aDifferentDeclarationOfTheSameNameIsRefusedAndTheDifferenceNamed() {
        Varve db = open(readings(), places());

        assertRejected(
                "schema.declared-otherwise",
                "series factory is not declared as in this database: keep is PT1440H here and PT720H there. Hand over"
                        + " the declaration the database was opened with, or one that says the same",
                () -> db.series(readings(Duration.ofDays(60)).build()));
        assertRejected(
                "schema.declared-otherwise",
                "series factory is not declared as in this database: exactClock is true here and false there; tick is"
                    + " SECONDS here and MILLIS there. Hand over the declaration the database was opened with, or one"
                    + " that says the same",
                () -> db.series(readings(Duration.ofDays(30))
                        .exactClock()
                        .tick(Tick.SECONDS)
                        .build()));
        assertRejected(
                "schema.declared-otherwise",
                () -> db.series(readings(Duration.ofDays(30))
                        .rollUp(Rollup.of("temperature").hourly())
                        .build()));
        assertRejected(
                "schema.declared-otherwise",
                () -> db.entities(Entity.of(Place.class)
                        .named("factory")
                        .partition("PLACE#{placeId}")
                        .sort("#META")
                        .build()));
        assertRejected(
                "schema.not-declared",
                "readings is not part of this schema; it has [factory, places]. Add it where the database is opened",
                () -> db.series(READINGS));
    }
}
