package dev.varve.schema;

import static dev.varve.error.Refusals.assertRejected;
import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.OpenEntities;
import dev.varve.item.Item;
import dev.varve.item.RecordOptions;
import dev.varve.memory.MemoryEngine;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Flat records in declarations: keys, indexes, current records and patches name their components. */
class FlatDeclarationTest {

    record Place(String room, @Nullable String floor) {}

    record Reading(
            String deviceId,
            Instant at,
            Place place,
            @Nullable Double temperature,
            @Nullable Double humidity) {}

    record PlainReading(
            String deviceId,
            Instant at,
            String room,
            @Nullable String floor,
            @Nullable Double temperature,
            @Nullable Double humidity) {}

    record Name(String building, String deviceId) {}

    record Device(Name name, Place place, long readings) {}

    private static final Instant NOON = Instant.parse("2026-04-20T12:00:00Z");
    private static final RecordOptions FLAT = RecordOptions.defaults().flat("place");

    private static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .index("gsi1", "ROOM#{room}", "{at}")
            .options(FLAT)
            .build();

    private final MemoryEngine engine = new MemoryEngine(() -> NOON);

    private static Reading reading(int second, Place place) {
        return new Reading("d-1", NOON.plusSeconds(second), place, 21.5, null);
    }

    @Test
    void indexesAndConditionsOfASeriesNameFlatComponents() {
        try (Varve db = Varve.open(engine, "flat", READINGS)) {
            OpenSeries<Reading> readings = db.series(READINGS);
            Reading first = reading(0, new Place("kitchen", "1"));
            Reading second = reading(1, new Place("hall", null));

            assertThat(readings.append(first)).isInstanceOf(Outcome.Applied.class);
            assertThat(readings.append(first)).isInstanceOf(Outcome.Duplicate.class);
            assertThat(readings.append(second)).isInstanceOf(Outcome.Applied.class);

            assertThat(readings.history("d-1").since(NOON).list()).containsExactly(first, second);
            assertThat(readings.by("gsi1", "hall").since(NOON).list()).containsExactly(second);
            assertThat(readings.history("d-1")
                            .since(NOON)
                            .where(attr("floor").beginsWith("1"))
                            .list())
                    .containsExactly(first);
            assertRejected(
                    "record.unknown-attribute",
                    () -> readings.history("d-1").where(attr("place").exists()).list());
        }
    }

    @Test
    void eventsOfAPlainRecordAreReadByOneWithAFlatRecord() {
        Series<PlainReading> plain = Series.of(PlainReading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .index("gsi1", "ROOM#{room}", "{at}")
                .build();
        try (Varve before = Varve.open(engine, "flat", plain)) {
            before.series(plain).append(new PlainReading("d-1", NOON, "kitchen", null, 21.5, null));
            before.series(plain).append(new PlainReading("d-1", NOON.plusSeconds(1), "hall", "2", 21.5, null));
            try (Varve after = Varve.open(engine, "flat", READINGS)) {
                assertThat(after.series(READINGS).history("d-1").since(NOON).list())
                        .containsExactly(reading(0, new Place("kitchen", null)), reading(1, new Place("hall", "2")));
                assertThat(after.series(READINGS).append(reading(0, new Place("kitchen", null))))
                        .isInstanceOf(Outcome.Duplicate.class);
            }
        }
    }

    @Test
    void mergingKeepsFlatComponentsThatAnEventLacks() {
        TrackedSeries<Reading, Reading> tracked = Series.of(Reading.class)
                .named("tracked")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .options(FLAT)
                .current(Current.transactional(Reading.class)
                        .keys("DEVICE#{deviceId}", "CURRENT")
                        .options(FLAT)
                        .merge())
                .build();
        try (Varve db = Varve.open(engine, "flat", tracked)) {
            OpenTrackedSeries<Reading, Reading> readings = db.series(tracked);
            readings.append(reading(0, new Place("kitchen", "1")));
            readings.append(new Reading("d-1", NOON.plusSeconds(1), new Place("hall", null), null, 40.0));

            assertThat(readings.current("d-1"))
                    .contains(new Reading("d-1", NOON.plusSeconds(1), new Place("hall", "1"), 21.5, 40.0));
        }
    }

    @Test
    void aCurrentRecordCanBeEnrichedInItsFlatRecord() {
        record Latest(
                String deviceId,
                Instant at,
                Place place,
                @Nullable Double temperature,
                Note note) {}
        TrackedSeries<Sample, Latest> tracked = Series.of(Sample.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .options(FLAT)
                .current(Current.transactional(Latest.class)
                        .keys("DEVICE#{deviceId}", "CURRENT")
                        .options(FLAT.flat("note")))
                .build();
        try (Varve db = Varve.open(engine, "flat", tracked)) {
            OpenTrackedSeries<Sample, Latest> readings = db.series(tracked);
            Place place = new Place("kitchen", null);
            readings.append(new Sample("d-1", NOON, place, 21.5));

            assertThat(readings.current("d-1")).contains(new Latest("d-1", NOON, place, 21.5, new Note(null)));
            readings.enrich("d-1").set("comment", "moved").run();
            assertThat(readings.current("d-1")).contains(new Latest("d-1", NOON, place, 21.5, new Note("moved")));
        }
    }

    record Note(@Nullable String comment) {}

    record Sample(
            String deviceId,
            Instant at,
            Place place,
            @Nullable Double temperature) {}

    @Test
    void keysAndPatchesOfEntitiesNameFlatComponents() {
        Entity<Device> devices = Entity.of(Device.class)
                .partition("BUILDING#{building}")
                .sort("DEVICE#{deviceId}")
                .index("gsi1", "ROOM#{room}", "{deviceId}")
                .options(FLAT.flat("name"))
                .build();
        try (Varve db = Varve.open(engine, "flat", devices)) {
            OpenEntities<Device> open = db.entities(devices);
            Name name = new Name("north", "d-1");
            open.create(new Device(name, new Place("kitchen", "1"), 0));

            open.patch("north", "d-1")
                    .set("room", "hall")
                    .remove("floor")
                    .increment("readings", 2)
                    .run();

            Device moved = new Device(name, new Place("hall", null), 2);
            assertThat(open.find("north", "d-1")).contains(moved);
            assertThat(open.by("gsi1", "hall").list()).containsExactly(moved);
            assertThat(open.by("gsi1", "kitchen").list()).isEmpty();
            assertRejected("entity.patch-key", () -> open.patch("north", "d-1").set("building", "south"));
            assertRejected(
                    "entity.patch-required", () -> open.patch("north", "d-1").remove("room"));
            assertThat(stored(db, "BUILDING#north", "DEVICE#d-1"))
                    .isEqualTo(Optional.of(Item.of(
                            "pk", "BUILDING#north",
                            "sk", "DEVICE#d-1",
                            "gsi1pk", "ROOM#hall",
                            "gsi1sk", "d-1",
                            "building", "north",
                            "deviceId", "d-1",
                            "room", "hall",
                            "readings", 2)));
        }
    }

    private static Optional<Item> stored(Varve db, String partition, String sort) {
        return db.table("flat").get(Key.of(partition, sort));
    }

    @Test
    void aDeclarationThatNamesTheFlatRecordIsRejected() {
        assertRejected(
                "key.unknown-part",
                () -> Series.of(Reading.class)
                        .partition("{place}")
                        .sort("{at}")
                        .options(FLAT)
                        .build());
    }
}
