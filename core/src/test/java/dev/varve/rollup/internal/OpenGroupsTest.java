package dev.varve.rollup.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of groups include events that are not in blocks yet, and do not wait longer than needed for a refresh. */
class OpenGroupsTest {

    record Reading(String deviceId, Instant at, double value, String location) {}

    private static final Instant HOUR = Instant.parse("2026-04-20T10:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Instant now = HOUR.plusSeconds(600);

    /** How much time passes whenever somebody asks for it. */
    private Duration step = Duration.ZERO;

    private final MemoryEngine engine = new MemoryEngine(() -> now = now.plus(step));

    private static SeriesBuilder<Reading> declared() {
        return declared(Rollup.of("value").hourly());
    }

    private static SeriesBuilder<Reading> declared(Rollup hourly) {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(hourly.daily().monthly().group(Group.by("location")).group(Group.all("fleet")));
    }

    private static List<Long> counts(RollupQuery rows) {
        Instant from = Instant.parse("2026-04-01T00:00:00Z");
        Instant to = Instant.parse("2026-05-01T00:00:00Z");
        return List.of(
                count(rows.hourly().between(HOUR, HOUR.plusSeconds(1)).list()),
                count(rows.daily().between(from, to).list()),
                count(rows.monthly().between(from, to).list()));
    }

    private static long count(List<RollupRow> rows) {
        return rows.stream().mapToLong(RollupRow::count).sum();
    }

    @Test
    void rowsOfAllTiersIncludeEventsInMemory() {
        Series<Reading> series = declared().packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        readings.append(new Reading("a", HOUR, 1, "hall"));
        readings.append(new Reading("b", HOUR, 2, "yard"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        readings.append(new Reading("a", HOUR.plusSeconds(1), 3, "hall"));
        readings.append(new Reading("c", HOUR.plusSeconds(2), 4, "hall"));
        // In memory, in place of the row of a block: the device has left the yard.
        readings.correct(new Reading("b", HOUR, 5, "hall"));
        assertThat(counts(readings.rollupsBy("fleet"))).containsExactly(4L, 4L, 4L);
        assertThat(counts(readings.rollupsBy("location", "hall"))).containsExactly(4L, 4L, 4L);
        assertThat(counts(readings.rollupsBy("location", "yard"))).containsExactly(0L, 0L, 0L);
        RollupRow hall = readings.rollupsBy("location", "hall")
                .hourly()
                .between(HOUR, HOUR.plusSeconds(1))
                .list()
                .get(0);
        assertThat(hall.kind()).isEqualTo(RollupRow.Kind.COMPOSED);
        assertThat(hall.sum("value")).hasValue(13);
    }

    @Test
    void valueThatComesAndGoesBeforeASealLeavesNoRow() {
        Series<Reading> series = declared().packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        readings.append(new Reading("a", HOUR, 1, "hall"));
        assertThat(counts(readings.rollupsBy("location", "hall"))).containsExactly(1L, 1L, 1L);
        readings.correct(new Reading("a", HOUR, 1, "yard"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        now = now.plus(Duration.ofMinutes(5));
        db.processing().catchUp(PATIENCE);
        assertThat(readings.rollupsBy("location", "hall")
                        .hourly()
                        .between(HOUR, HOUR.plusSeconds(1))
                        .list())
                .isEmpty();
        assertThat(counts(readings.rollupsBy("location", "yard"))).containsExactly(1L, 1L, 1L);
    }

    @Test
    void rowsThatWaitForTheirRefreshIncludeSealedEvents() {
        Series<Reading> series = declared().packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        readings.append(new Reading("a", HOUR, 1, "hall"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        readings.append(new Reading("a", HOUR.plusSeconds(1), 1, "hall"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        assertThat(counts(readings.rollupsBy("fleet"))).containsExactly(2L, 2L, 2L);
    }

    @Test
    void rowsThatReadersComputeAgainAreRefreshedBeforeTheyAreDue() {
        Series<Reading> series = declared().packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        RollupQuery fleet = readings.rollupsBy("fleet").hourly().between(HOUR, HOUR.plusSeconds(1));
        readings.append(new Reading("a", HOUR, 1, "hall"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        readings.append(new Reading("a", HOUR.plusSeconds(1), 1, "hall"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        now = now.plusSeconds(3);
        db.processing().catchUp(PATIENCE);
        // Nobody has read it: the refresh waits.
        assertThat(fleet.list()).extracting(RollupRow::kind).containsExactly(RollupRow.Kind.COMPOSED);
        db.processing().catchUp(PATIENCE);
        assertThat(fleet.list()).extracting(RollupRow::kind).containsExactly(RollupRow.Kind.STORED);
        assertThat(counts(readings.rollupsBy("fleet"))).containsExactly(2L, 2L, 2L);
    }

    /** A read of many hours takes long although each of them is quick. */
    @Test
    void rowsOfAReadAreShownAgainForTenTimesTheTimeOfAllOfThem() {
        step = Duration.ofMillis(10);
        Series<Reading> series = declared().packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        Instant from = HOUR.minus(Duration.ofHours(20));
        for (Instant hour = from; !hour.isAfter(HOUR); hour = hour.plus(Duration.ofHours(1))) {
            readings.append(new Reading("a", hour, 1, "hall"));
        }
        RollupQuery fleet = readings.rollupsBy("fleet").hourly().between(from, HOUR.plusSeconds(1));
        assertThat(count(fleet.list())).isEqualTo(21);
        readings.append(new Reading("a", HOUR.plusSeconds(1), 1, "hall"));
        now = now.plusSeconds(1);
        assertThat(count(fleet.list())).isEqualTo(21);
        now = now.plusSeconds(11);
        assertThat(count(fleet.list())).isEqualTo(22);
    }

    /** Computed from what is left of the hours, the day would lack the events of all others. */
    @Test
    void storedDayIsShownOnceItsHoursMayHaveExpired() {
        Duration kept = Duration.ofDays(5);
        Series<Reading> series =
                declared(Rollup.of("value").hourly(kept)).packed().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        readings.append(new Reading("a", HOUR.minus(Duration.ofHours(3)), 1, "hall"));
        readings.append(new Reading("a", HOUR.minus(Duration.ofHours(2)), 2, "hall"));
        readings.seal();
        db.processing().catchUp(PATIENCE);
        // The day is over and stored when the last event arrives.
        now = now.plus(Duration.ofDays(1));
        db.processing().catchUp(PATIENCE);
        readings.append(new Reading("a", HOUR, 3, "hall"));
        RollupQuery day = readings.rollupsBy("location", "hall")
                .daily()
                .between(HOUR.truncatedTo(ChronoUnit.DAYS), HOUR.plusSeconds(1));
        assertThat(count(day.list())).isEqualTo(3);
        // The first hour has expired, the one of the last event has not.
        now = HOUR.minus(Duration.ofHours(1)).plus(kept);
        assertThat(day.list()).extracting(RollupRow::kind).containsExactly(RollupRow.Kind.STORED);
        assertThat(count(day.list())).isEqualTo(2);
    }

    /** A tick that finds nothing to refresh must not delay the next refresh by the whole interval. */
    @Test
    void staleRowAfterAnIdleRefreshIsRefreshedAtOnce() {
        Series<Reading> series = declared().build();
        Varve db = Varve.on(engine).open("readings", series);
        OpenSeries<Reading> readings = db.series(series);
        db.processing().catchUp(PATIENCE);
        readings.append(new Reading("a", HOUR, 1, "hall"));
        db.processing().catchUp(PATIENCE);
        assertThat(counts(readings.rollupsBy("fleet"))).containsExactly(1L, 1L, 1L);
    }
}
