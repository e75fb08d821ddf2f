package dev.varve.schema;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityBuilder;
import dev.varve.entity.VersionHistory;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Rollup;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TrackedSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The advice of each refusal works on a table that already holds items. */
class AdviceTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    record Device(String deviceId, Optional<String> name, long version) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    private final MemoryEngine engine = new MemoryEngine(() -> NOW);

    private Varve open(Declaration... declarations) {
        return openIn("devices", declarations);
    }

    private Varve openIn(String table, Declaration... declarations) {
        return Varve.on(engine).open(table, declarations);
    }

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    private OpenSeries<Reading> stored(SeriesBuilder<Reading> declared) {
        Series<Reading> series = declared.build();
        OpenSeries<Reading> open = open(series).series(series);
        open.append(reading(0));
        return open;
    }

    private static Reading reading(long nanos) {
        return new Reading("d-1", NOW.minus(Duration.ofHours(2)).plusNanos(nanos), 20);
    }

    @Test
    void catalogueInNewTable() {
        OpenSeries<Reading> before = stored(readings().withoutCatalogue());
        assertRejected(
                "series.no-catalogue",
                "series readings keeps no catalogue, so its identities are not known: declare it without"
                        + " withoutCatalogue(), with a text sort key and a key with parts. If events are stored already,"
                        + " do so in a new table under another name, with named(…)",
                before::identities);
        // In the same table the catalogue would list only identities that are appended from now on.
        assertRejected("schema.incompatible", () -> open(readings().build()));
        Series<Reading> listed = readings().named("readings2").build();
        OpenSeries<Reading> after = openIn("devices2", listed).series(listed);
        after.append(reading(0));
        assertThat(after.identities().count()).isEqualTo(1);
    }

    @Test
    void rollupOverStoredEventsIsRebuilt() {
        assertRejected("series.no-rollup", () -> stored(readings()).rollup());
        Series<Reading> rolled =
                readings().rollUp(Rollup.of("temperature").hourly()).build();
        OpenSeries<Reading> open = open(rolled).series(rolled);
        TimeRange day = new TimeRange(NOW.minus(Duration.ofDays(1)), NOW);
        open.rollup().rebuild(day, done -> {});
        assertThat(open.rollups("d-1").hourly().between(day.from(), day.to()).list())
                .hasSize(1);
        assertThat(open.rollup().verify(day, done -> {}).isClean()).isTrue();
    }

    @Test
    void currentRecordOverStoredEvents() {
        stored(readings());
        TrackedSeries<Reading, Reading> tracked = readings()
                .current(Current.transactional(Reading.class).keys("DEVICE#{deviceId}", "CURRENT"))
                .build();
        assertThat(open(tracked).series(tracked).latest("d-1")).contains(reading(0));
    }

    @Test
    void boundsOfBucketsOverStoredEvents() {
        SeriesBuilder<Reading> days = readings().partition("DEVICE#{deviceId}#{at:day}");
        OpenSeries<Reading> before = stored(days);
        assertRejected("series.latest-unbounded", () -> before.latest("d-1"));
        for (SeriesBuilder<Reading> bounded : List.of(
                readings().partition("DEVICE#{deviceId}#{at:day}").lookBack(Duration.ofDays(2)),
                readings().partition("DEVICE#{deviceId}#{at:day}").keep(Duration.ofDays(2)))) {
            Series<Reading> series = bounded.build();
            assertThat(open(series).series(series).latest("d-1")).contains(reading(0));
        }
    }

    @Test
    void clockFinerThanTheTickIsTruncatedOrStoredInNewTable() {
        OpenSeries<Reading> exact = stored(readings().exactClock());
        assertRejected(
                "series.clock-finer-than-tick",
                "readings at 2026-04-20T12:00:00.000000001Z is finer than the tick, MILLIS: drop exactClock()"
                        + " to cut it off, or choose a finer tick in a new table",
                () -> exact.append(reading(1)));
        Series<Reading> cut = readings().build();
        open(cut).series(cut).append(reading(1));
        Series<Reading> finer = readings().exactClock().tick(Tick.NANOS).build();
        openIn("devices2", finer).series(finer).append(reading(1));
    }

    private static EntityBuilder<Device> devices() {
        return Entity.of(Device.class)
                .named("devices")
                .partition("DEVICE#{deviceId}")
                .sort("METADATA");
    }

    @Test
    void versionsOverStoredEntities() {
        Entity<Device> plain = devices().build();
        Varve before = open(plain);
        before.entities(plain).put(new Device("d-1", Optional.of("one"), 0));
        assertRejected(
                "entity.not-versioned",
                () -> before.entities(plain).patch("d-1").expecting(1));
        Entity<Device> versioned =
                devices().versioned("version", VersionHistory.retained()).build();
        Varve after = open(versioned);
        after.entities(versioned).put(new Device("d-1", Optional.of("two"), 0));
        assertThat(after.entities(versioned).versions("d-1").list()).isNotEmpty();
    }
}
