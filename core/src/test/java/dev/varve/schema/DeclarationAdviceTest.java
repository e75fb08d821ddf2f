package dev.varve.schema;

import static dev.varve.error.Refusals.assertRejected;
import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.varve.Varve;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityBuilder;
import dev.varve.entity.VersionHistory;
import dev.varve.item.RecordOptions;
import dev.varve.key.Grain;
import dev.varve.key.Tick;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.Tier;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TrackedSeries;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Each remedy in the message of a refused declaration leads to an accepted one. */
class DeclarationAdviceTest {

    record Reading(String deviceId, Instant at, double temperature, Optional<String> location) {}

    record Span(String deviceId, Instant from, Instant to) {}

    record NoInstant(String deviceId, int value) {}

    record State(String deviceId, Instant at, double temperature, Optional<String> owner, Optional<Instant> since) {}

    record NoClock(String deviceId, double temperature) {}

    record TextTemperature(String deviceId, Instant at, String temperature) {}

    record Required(String deviceId, Instant at, String owner) {}

    record Fields(String deviceId, Instant at, double battery, Map<String, Double> fields) {}

    record Device(String deviceId, Optional<String> name, Optional<String> zone, long version) {}

    private static final Duration DAY = Duration.ofDays(1);
    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");
    private static final TableSchema INDEXED =
            TableSchema.named("telemetry").index("gsi1", "gsi1pk", "gsi1sk").build();

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    private static SeriesBuilder<Reading> daily() {
        return readings().partition("DEVICE#{deviceId}#{at:day}");
    }

    private static SeriesBuilder<Span> spans() {
        return Series.of(Span.class)
                .named("spans")
                .partition("DEVICE#{deviceId}")
                .sort("SPAN#{from}");
    }

    private static Current<State> state() {
        return Current.transactional(State.class).keys("DEVICE#{deviceId}", "STATE");
    }

    private static EntityBuilder<Device> devices() {
        return Entity.of(Device.class)
                .named("devices")
                .partition("DEVICE#{deviceId}")
                .sort("METADATA");
    }

    private static Rollup hourly() {
        return Rollup.of("temperature").hourly();
    }

    /** Asserts that the first call is refused with this code, and that each remedy works. */
    private static void assertAdvised(String code, ThrowingCallable refused, ThrowingCallable... remedies) {
        assertRejected(code, refused);
        for (int i = 0; i < remedies.length; i++) {
            assertThatCode(remedies[i]).as("remedy %s of %s", i + 1, code).doesNotThrowAnyException();
        }
    }

    @Test
    void clockOfASeries() {
        assertAdvised(
                "series.clock-missing",
                () -> Series.of(NoInstant.class)
                        .partition("{deviceId}")
                        .sort("{at}")
                        .build(),
                () -> readings().build());
        assertAdvised(
                "series.clock-ambiguous",
                () -> spans().build(),
                () -> spans().clock("from").build());
        assertAdvised(
                "series.clock-unknown",
                () -> readings().clock("time").build(),
                () -> readings().clock("at").build());
    }

    @Test
    void templatesOfASeries() {
        assertAdvised(
                "series.no-partition",
                () -> Series.of(Reading.class).sort("{at}").build(),
                () -> Series.of(Reading.class)
                        .partition("{deviceId}")
                        .sort("{at}")
                        .build());
        assertAdvised(
                "series.sort-too-coarse",
                () -> readings().sort("READING#{at:hour}").build(),
                () -> readings().sort("READING#{at}").build(),
                () -> readings().sort("READING#{at:hour}").rows().build());
        assertAdvised(
                "key.raw-clock-in-partition",
                () -> readings().partition("{deviceId}#{at}").build(),
                () -> readings().partition("{deviceId}#{at:day}").build());
        assertAdvised(
                "key.ambiguous",
                () -> readings().partition("{deviceId}{location}").build(),
                () -> readings().partition("{deviceId}#{location}").build());
        assertAdvised(
                "key.unknown-part",
                () -> readings().partition("DEVICE#{device}").build(),
                () -> readings().partition("DEVICE#{deviceId}").build());
        assertAdvised(
                "key.two-clocks-in-sort",
                () -> readings().sort("{at:day}#{at}").build(),
                () -> readings().sort("{at}").build());
        assertAdvised(
                "key.epoch-nanos",
                () -> readings().sort("{at:epoch}").tick(Tick.NANOS).build(),
                () -> readings().sort("{at:epoch}").tick(Tick.MILLIS).build(),
                () -> readings().sort("{at}").tick(Tick.NANOS).build());
        assertAdvised(
                "key.ulid-tick",
                () -> readings().sort("{at:ulid}").tick(Tick.NANOS).build(),
                () -> readings().sort("{at:ulid}").tick(Tick.MILLIS).build(),
                () -> readings().sort("{at}").tick(Tick.NANOS).build());
    }

    @Test
    void epochsOfASeries() {
        assertAdvised(
                "key.since-not-a-second",
                () -> readings()
                        .since(NOW.plusMillis(1), "D#{deviceId}", "R#{at}")
                        .build(),
                () -> readings().since(NOW, "D#{deviceId}", "R#{at}").build());
        assertAdvised(
                "key.epochs-unsorted",
                () -> readings()
                        .since(NOW, "D#{deviceId}", "R#{at}")
                        .since(NOW.minus(DAY), "E#{deviceId}", "R#{at}")
                        .build(),
                () -> readings()
                        .since(NOW.minus(DAY), "E#{deviceId}", "R#{at}")
                        .since(NOW, "D#{deviceId}", "R#{at}")
                        .build());
    }

    @Test
    void durations() {
        assertAdvised(
                "series.duration",
                () -> readings().keep(Duration.ZERO),
                () -> readings().build());
        assertAdvised(
                "rollup.duration",
                () -> Rollup.of("temperature").hourly(Duration.ZERO),
                () -> readings().rollUp(hourly()).build());
        assertAdvised(
                "entity.duration",
                () -> devices().keep(Duration.ZERO),
                () -> devices().build());
    }

    @Test
    void recordAndKeyOfACurrentRecord() {
        assertAdvised(
                "series.current-lacks",
                () -> readings()
                        .current(Current.transactional(NoClock.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build(),
                () -> readings().current(state()).build());
        assertAdvised(
                "series.current-key-lacks",
                () -> readings()
                        .current(Current.transactional(State.class).keys("STATE", "STATE"))
                        .build(),
                () -> readings()
                        .current(Current.transactional(State.class).keys("STATE", "STATE#{deviceId}"))
                        .build());
        assertAdvised(
                "series.current-keys",
                () -> readings().current(Current.transactional(State.class)).build(),
                () -> readings().current(state()).build());
        assertAdvised(
                "series.current-differs",
                () -> readings()
                        .current(Current.transactional(TextTemperature.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build(),
                () -> readings().current(state()).build());
        RecordOptions renamed = RecordOptions.defaults().rename("temperature", "t");
        assertAdvised(
                "series.current-differs",
                () -> readings().options(renamed).current(state()).build(),
                () -> readings()
                        .options(renamed)
                        .current(state().options(renamed))
                        .build());
    }

    @Test
    void enrichmentOfACurrentRecord() {
        assertAdvised(
                "series.enrichment-overwritten",
                () -> readings()
                        .current(state().options(RecordOptions.defaults().rename("owner", "location")))
                        .build(),
                () -> readings()
                        .current(state().options(RecordOptions.defaults().rename("owner", "ownedBy")))
                        .build());
        assertAdvised(
                "series.enrichment-required",
                () -> readings()
                        .current(Current.transactional(Required.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build(),
                () -> readings().current(state()).build());
        assertAdvised(
                "series.created-at",
                () -> readings().current(state().createdAt("at")).build(),
                () -> readings().current(state().createdAt("since")).build());
        assertAdvised(
                "series.index-not-derivable",
                () -> readings()
                        .current(state().index("gsi1", "OWNER#{owner}#{temperature}", "{deviceId}"))
                        .build(),
                () -> readings()
                        .current(state().index("gsi1", "OWNER#{owner}#{deviceId}", "{temperature}"))
                        .build());
    }

    @Test
    void kindOfACurrentRecord() {
        Current<State> fed = Current.fed(State.class).keys("DEVICE#{deviceId}", "STATE");
        assertAdvised(
                "series.late-needs-transactional",
                () -> readings().current(fed.keepLate()).build(),
                () -> readings().current(fed).build(),
                () -> readings().current(state().keepLate()).build());
        assertAdvised(
                "series.fed-unbounded",
                () -> daily().current(fed).build(),
                () -> daily().lookBack(DAY).current(fed).build(),
                () -> daily().keep(DAY).current(fed).build());
    }

    @Test
    void conditionOfAnAppend() {
        Series<Reading> plain = readings().onConflict(ConflictPolicy.REFUSE).build();
        TrackedSeries<Reading, State> tracked = readings().current(state()).build();
        Reading reading = new Reading("d-1", NOW, 20, Optional.empty());
        OpenSeries<Reading> open =
                Varve.on(new MemoryEngine(() -> NOW)).open("plain", plain).series(plain);
        assertAdvised(
                "series.condition-on-nothing",
                () -> open.append(reading, attr("temperature").absent()),
                () -> open.append(reading),
                () -> Varve.on(new MemoryEngine(() -> NOW))
                        .open("tracked", tracked)
                        .series(tracked)
                        .append(reading, attr("temperature").absent()));
    }

    @Test
    void rowsOfARollup() {
        assertAdvised(
                "rollup.no-tier",
                () -> readings().rollUp(Rollup.of("temperature")).build(),
                () -> readings().rollUp(Rollup.of("temperature").hourly()).build(),
                () -> readings().rollUp(Rollup.of("temperature").daily()).build(),
                () -> readings().rollUp(Rollup.of("temperature").monthly()).build());
        assertAdvised(
                "rollup.no-catalogue",
                () -> readings().withoutCatalogue().rollUp(hourly()).build(),
                () -> readings().rollUp(hourly()).build());
        assertAdvised(
                "rollup.tier-keys",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("ROWS", "HOUR#{at:hour}")))
                        .build(),
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("ROWS", "HOUR#{deviceId}#{at:hour}")))
                        .build());
        assertAdvised(
                "rollup.tier-keys",
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("ROWS#{deviceId}", "HOUR#{at:day}")))
                        .build(),
                () -> readings()
                        .rollUp(Rollup.of("temperature")
                                .tier(Tier.of(Grain.HOUR).keys("ROWS#{deviceId}", "HOUR#{at:hour}")))
                        .build());
        assertAdvised(
                "rollup.numbers-alone",
                () -> fields(Rollup.of("battery").numbers("fields").hourly()),
                () -> fields(Rollup.of().numbers("fields").hourly()));
        assertAdvised(
                "rollup.group-name",
                () -> Group.all("all devices"),
                () -> readings()
                        .rollUp(hourly().group(Group.all("all_devices")))
                        .build());
    }

    private static Series<Fields> fields(Rollup rollup) {
        return Series.of(Fields.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(rollup)
                .build();
    }

    @Test
    void retentionOfTheSourceOfRows() {
        assertAdvised(
                "rollup.source-expires",
                () -> readings().keep(Duration.ofHours(3)).rollUp(hourly()).build(),
                () -> readings().keep(Duration.ofDays(7)).rollUp(hourly()).build());
        assertAdvised(
                "rollup.late-outlives-source",
                () -> readings()
                        .keep(Duration.ofDays(7))
                        .maxLate(Duration.ofDays(30))
                        .rollUp(hourly())
                        .build(),
                () -> readings()
                        .keep(Duration.ofDays(7))
                        .maxLate(DAY)
                        .rollUp(hourly())
                        .build(),
                () -> readings()
                        .keep(Duration.ofDays(60))
                        .maxLate(Duration.ofDays(30))
                        .rollUp(hourly())
                        .build());
    }

    @Test
    void zonesOfRows() {
        Entity<Device> devices = devices().build();
        assertAdvised(
                "series.zone-without-rollup",
                () -> readings().zoneFrom(devices, "zone").build(),
                () -> readings().zoneFrom(devices, "zone").rollUp(hourly()).build());
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        assertAdvised(
                "series.zone-twice",
                () -> readings()
                        .zone(berlin)
                        .zoneFrom(devices, "zone")
                        .rollUp(hourly())
                        .build(),
                () -> readings().zone(berlin).rollUp(hourly()).build(),
                () -> readings().zoneFrom(devices, "zone").rollUp(hourly()).build());
        Rollup grouped = hourly().group(Group.all("fleet"));
        assertAdvised(
                "rollup.zones-and-groups",
                () -> readings().zoneFrom(devices, "zone").rollUp(grouped).build(),
                () -> readings().zoneFrom(devices, "zone").rollUp(hourly()).build(),
                () -> readings().rollUp(grouped).build());
        assertAdvised(
                "rollup.zones-and-dashed",
                () -> readings()
                        .zoneFrom(devices, "zone")
                        .rollUp(rows("{at:hour:dashed}"))
                        .build(),
                () -> readings()
                        .zoneFrom(devices, "zone")
                        .rollUp(rows("{at:hour}"))
                        .build());
    }

    private static Rollup rows(String clock) {
        return Rollup.of("temperature").tier(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "H#" + clock));
    }

    @Test
    void severalDeclarationsOfATable() {
        Series<Span> spans = spans().clock("from").build();
        assertAdvised(
                "schema.name-repeated",
                () -> Schema.of("telemetry", readings().named("spans").build(), spans),
                () -> Schema.of("telemetry", readings().build(), spans));
        assertAdvised(
                "schema.keys-collide",
                () -> Schema.of("telemetry", readings().sort("SPAN#{at}").build(), spans),
                () -> Schema.of("telemetry", readings().sort("READING#{at}").build(), spans));
        assertAdvised(
                "schema.range-mixes",
                () -> Schema.of(
                        "telemetry", readings().sort("SPAN#{at}#{location}").build(), spans),
                () -> Schema.of(
                        "telemetry", readings().sort("READING#{at}#{location}").build(), spans));
        assertAdvised(
                "schema.name",
                () -> Schema.of("telemetry", readings().named("7 readings").build()),
                () -> Schema.of("telemetry", readings().named("readings-7").build()));
    }

    @Test
    void attributesOfATable() {
        Series<Reading> expiring = readings().keep(DAY).build();
        TableSchema noTtl = TableSchema.named("telemetry").withoutTtl().build();
        assertAdvised(
                "schema.no-ttl",
                () -> Schema.of(noTtl, expiring),
                () -> Schema.of(TableSchema.named("telemetry").ttl("expires").build(), expiring),
                () -> Schema.of(noTtl, readings().build()));
        TableSchema clash = TableSchema.named("telemetry").ttl("location").build();
        assertAdvised(
                "schema.ttl-clash",
                () -> Schema.of(clash, readings().build()),
                () -> Schema.of(
                        clash,
                        readings()
                                .options(RecordOptions.defaults().rename("location", "place"))
                                .build()),
                () -> Schema.of(
                        TableSchema.named("telemetry").ttl("expires").build(),
                        readings().build()));
        TableSchema keyed = TableSchema.named("telemetry").partition("deviceId").build();
        assertAdvised(
                "schema.attribute-is-key",
                () -> Schema.of(keyed, readings().build()),
                () -> Schema.of(
                        keyed,
                        readings()
                                .options(RecordOptions.defaults().rename("deviceId", "device"))
                                .build()),
                () -> Schema.of(keyed, readings().partition("{deviceId}").build()));
    }

    @Test
    void keysOfEntities() {
        assertAdvised(
                "entity.no-partition",
                () -> Entity.of(Device.class).build(),
                () -> Entity.of(Device.class).partition("{deviceId}").build());
        assertAdvised(
                "entity.key-part-optional",
                () -> devices().partition("DEVICE#{name}").build(),
                () -> devices().partition("DEVICE#{deviceId}").build());
        assertAdvised(
                "entity.index-twice",
                () -> devices().index("gsi1", "{name}").index("gsi1", "{zone}").build(),
                () -> devices().index("gsi1", "{name}").index("gsi2", "{zone}").build());
        assertAdvised(
                "key.useless-shard",
                () -> devices().partition("DEVICE#{shard:4}").sort("METADATA").build(),
                () -> devices().partition("DEVICE#{shard:4}").sort("{deviceId}").build(),
                () -> devices().partition("DEVICE#{deviceId}").sort("METADATA").build());
    }

    @Test
    void versionsAndDefaultsOfEntities() {
        VersionHistory all = VersionHistory.retained();
        assertAdvised(
                "entity.history-needs-sort",
                () -> Entity.of(Device.class)
                        .partition("{deviceId}")
                        .versioned("version", all)
                        .build(),
                () -> devices().versioned("version", all).build());
        EntityBuilder<Device> sharded = devices().partition("D#{shard:4}").sort("{deviceId}");
        assertAdvised(
                "entity.history-sharded",
                () -> sharded.versioned("version", all).build(),
                () -> devices()
                        .partition("D")
                        .sort("{deviceId}")
                        .versioned("version", all)
                        .build(),
                () -> devices()
                        .partition("D#{shard:4}")
                        .sort("{deviceId}")
                        .versioned("version")
                        .build());
        assertAdvised(
                "entity.default-required",
                () -> devices().withDefault("version", 1L).build(),
                () -> devices().withDefault("name", "one").build(),
                () -> devices().build());
        assertAdvised(
                "entity.duration",
                () -> VersionHistory.retained(Duration.ZERO),
                () -> devices().versioned("version", VersionHistory.retained()).build());
    }

    @Test
    void rowsThatSeveralSeriesShare() {
        Tier readings =
                Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "ROW#{at:hour}").name("count", "readings");
        Tier spans =
                Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "ROW#{from:hour}").name("count", "spans");
        assertAdvised(
                "rollup.shared-count",
                () -> shared(Tier.of(Grain.HOUR).keys("DEVICE#{deviceId}", "ROW#{at:hour}"), spans),
                () -> shared(readings, spans));
        assertAdvised(
                "schema.shared-attribute",
                () -> shared(readings, spans.name("count", "readings")),
                () -> shared(readings, spans));
        assertAdvised(
                "schema.shared-keep",
                () -> shared(readings, spans.keep(DAY.multipliedBy(30))),
                () -> shared(readings.keep(DAY.multipliedBy(30)), spans.keep(DAY.multipliedBy(30))));
        assertAdvised(
                "schema.shared-index",
                () -> shared(readings.index("gsi1", "ALL#{deviceId}", "{at:hour}"), spans),
                () -> shared(
                        readings.index("gsi1", "ALL#{deviceId}", "{at:hour}"),
                        spans.index("gsi1", "ALL#{deviceId}", "{from:hour}")));
    }

    private static void shared(Tier ofReadings, Tier ofSpans) {
        Schema.of(
                INDEXED,
                readings()
                        .rollUp(Rollup.of("temperature").tier(ofReadings).sharedRows("rows"))
                        .build(),
                spans().clock("from")
                        .rollUp(Rollup.of().tier(ofSpans).sharedRows("rows"))
                        .build());
    }
}
