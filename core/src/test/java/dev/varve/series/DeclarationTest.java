package dev.varve.series;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.RecordOptions;
import dev.varve.item.ValueType;
import dev.varve.key.Tick;
import dev.varve.schema.Schema;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A declaration that could lose or mix up events is refused when it is built, with a code and a remedy. */
class DeclarationTest {

    record Reading(String deviceId, Instant at, double temperature, Optional<String> ttl) {}

    record Two(String id, Instant from, Instant to) {}

    record Clockless(String id, int value) {}

    record State(
            String deviceId, Instant at, double temperature, Optional<String> accountId, Optional<Instant> since) {}

    record NoClock(String deviceId, double temperature) {}

    record NoDevice(Instant at, double temperature) {}

    record TextTemperature(String deviceId, Instant at, String temperature) {}

    record Required(String deviceId, Instant at, String accountId) {}

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    private static Current<State> state() {
        return Current.transactional(State.class).keys("DEVICE#{deviceId}", "STATE");
    }

    @Test
    void unknownClockIsRefused() {
        assertRejected(
                "series.clock-unknown",
                "the clock of series readings is time, which is not a required component of type Instant of record Reading;"
                        + " there are [at]",
                () -> readings().clock("time").build());
    }

    @Test
    void recordWithoutOrWithSeveralInstantsNeedsAClock() {
        assertRejected(
                "series.clock-missing",
                "record Clockless has no required component of type Instant, and series Clockless needs one as its clock: add one",
                () -> Series.of(Clockless.class).partition("{id}").sort("{at}").build());
        assertRejected(
                "series.clock-ambiguous",
                "record Two has 2 components of type Instant, [from, to]: name the clock of series Two with clock(…)",
                () -> Series.of(Two.class).partition("{id}").sort("{from}").build());
        assertThat(Series.of(Two.class)
                        .clock("to")
                        .partition("{id}")
                        .sort("{to}")
                        .build()
                        .layout()
                        .clock())
                .isEqualTo("to");
    }

    @Test
    void rawClockInThePartitionIsRefused() {
        assertRejected(
                "key.raw-clock-in-partition",
                "template \"{deviceId}#{at}\" is a partition key with the clock but without a bucket, so each tick"
                        + " would be its own partition. Write a bucket, such as {at:day}, and {at} in the sort"
                        + " template",
                () -> readings().partition("{deviceId}#{at}").build());
    }

    @Test
    void unknownPlaceholderIsRefused() {
        assertRejected(
                "key.unknown-part",
                "template \"DEVICE#{device}\" names {device}, which is unknown; the known parts are [deviceId,"
                        + " temperature, ttl],"
                        + " the clock {at} and {shard:n}. Correct the name, or add it",
                () -> readings().partition("DEVICE#{device}").build());
    }

    @Test
    void ambiguousTemplateIsRefused() {
        assertRejected(
                "key.ambiguous",
                "template \"{deviceId}{ttl}\" has nothing between {deviceId} and the next part, so a key could be"
                        + " parsed in several ways. Write a separator such as # between them",
                () -> readings().partition("{deviceId}{ttl}").build());
    }

    @Test
    void sortTemplateCoarserThanTheTickIsRefusedUnlessRowsAreDeclared() {
        assertRejected(
                "series.sort-too-coarse",
                "the keys of series readings hold the clock only to the hour, so events of one hour would share a key:"
                        + " write {at} into the sort template, or declare rows() if there is one row for each",
                () -> readings().sort("READING#{at:hour}").build());
        assertThat(readings().sort("READING#{at:hour}").rows().build().layout().rowGrain())
                .isPresent();
    }

    @Test
    void seriesWithoutPartitionIsRefused() {
        assertRejected(
                "series.no-partition",
                "series Reading has no partition template: give one with partition(\"…\")",
                () -> Series.of(Reading.class).sort("{at}").build());
    }

    @Test
    void zeroDurationIsRefused() {
        assertRejected(
                "series.duration",
                "keep is PT0S; it must be longer than zero. Leave it out for no limit",
                () -> readings().keep(Duration.ZERO));
    }

    @Test
    void currentRecordWithoutTheClockOrAPartOfTheKeyIsRefused() {
        assertRejected(
                "series.current-lacks",
                "record NoClock, the current record of series readings, has no component at, which is the clock of the"
                        + " events: add it",
                () -> readings()
                        .current(Current.transactional(NoClock.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build());
        assertRejected(
                "series.current-lacks",
                "record NoDevice, the current record of series readings, has no component deviceId, which is part of the"
                        + " key of the events: add it",
                () -> readings()
                        .current(Current.transactional(NoDevice.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build());
    }

    @Test
    void currentKeyThatSeveralSeriesWouldShareIsRefused() {
        assertRejected(
                "series.current-key-lacks",
                "the key of the current record of series readings lacks [deviceId], so several series would share one"
                        + " record: write {deviceId} into it",
                () -> readings()
                        .current(Current.transactional(State.class).keys("STATE", "STATE"))
                        .build());
        assertRejected(
                "series.current-keys",
                "the current record of series readings has no key templates: give them with Current.keys(…)",
                () -> readings().current(Current.transactional(State.class)).build());
    }

    @Test
    void currentRecordStoredInAnotherFormatThanTheEventsIsRefused() {
        assertRejected(
                "series.current-differs",
                "component temperature is stored as NUMBER in \"temperature\" by the events of series readings, and as"
                        + " TEXT in \"temperature\" by TextTemperature: declare it with the same type and the same options in"
                        + " both",
                () -> readings()
                        .current(Current.transactional(TextTemperature.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build());
    }

    @Test
    void enrichmentThatAppendWouldOverwriteIsRefused() {
        assertRejected(
                "series.enrichment-overwritten",
                "component accountId of State is stored in attribute \"ttl\", which each append to series readings"
                        + " overwrites with ttl: rename the attribute",
                () -> readings()
                        .current(state().options(RecordOptions.defaults().rename("accountId", "ttl")))
                        .build());
    }

    @Test
    void requiredEnrichmentIsRefused() {
        assertRejected(
                "series.enrichment-required",
                "component accountId of Required is enrichment, so it is absent at first: declare it Optional or"
                        + " @Nullable",
                () -> readings()
                        .current(Current.transactional(Required.class).keys("DEVICE#{deviceId}", "STATE"))
                        .build());
    }

    @Test
    void createdAtThatEventsHaveIsRefused() {
        assertRejected(
                "series.created-at",
                "createdAt of series readings is at; it must be a component of type Instant that only State has, not the"
                        + " events",
                () -> readings().current(state().createdAt("at")).build());
    }

    @Test
    void latePolicyWithoutATransactionalCurrentIsRefused() {
        assertRejected(
                "series.late-needs-transactional",
                "series readings declares keepLate(), but its current record is FED: such appends cannot tell which"
                        + " events are late, and keep every event. Drop keepLate(), or use Current.transactional(…)",
                () -> readings()
                        .current(Current.fed(State.class)
                                .keys("DEVICE#{deviceId}", "STATE")
                                .keepLate())
                        .build());
    }

    @Test
    void indexKeyOfAppendedComponentsAndEnrichmentIsRefused() {
        assertRejected(
                "series.index-not-derivable",
                "a key of index gsi1 is made of [accountId, temperature]: some are written by append and some are"
                        + " enrichment, so neither write knows the whole key. Put one kind in the partition and the other in"
                        + " the sort key",
                () -> readings()
                        .current(state().index("gsi1", "ACCOUNT#{accountId}#{temperature}", "{deviceId}"))
                        .build());
        assertThat(readings()
                        .current(state().index("gsi1", "ACCOUNT#{accountId}#{deviceId}", "{temperature}"))
                        .build()
                        .currentMode())
                .isEqualTo(CurrentMode.TRANSACTIONAL);
    }

    @Test
    void ttlAttributeThatARecordAlsoWritesIsRefused() {
        assertRejected(
                "schema.ttl-clash",
                "component ttl of events of readings is stored in attribute \"ttl\", which is the TTL attribute of table"
                        + " telemetry: rename the attribute with RecordOptions.rename, or name another TTL attribute",
                () -> Schema.of("telemetry", readings().build()));
        assertThat(Schema.of(
                                TableSchema.named("telemetry").ttl("expires").build(),
                                readings().build())
                        .tables())
                .hasSize(1);
    }

    private static SeriesBuilder<Two> spans() {
        return Series.of(Two.class).clock("from").partition("DEVICE#{id}");
    }

    @Test
    void keysOfAJournalInTheTableAreRefused() {
        TableSchema table = TableSchema.named("telemetry").ttl("expires").build();
        Series<Two> other = Series.of(Two.class)
                .clock("from")
                .partition("JOURNAL#{id}")
                .sort("WRITER#{from}")
                .build();
        assertRejected(
                "schema.keys-collide",
                "table telemetry: events of Two (\"JOURNAL#{id}\" / \"WRITER#{from}\") and the writers of readings of the"
                        + " schema (\"JOURNAL#readings\" / \"WRITER#{writer}\") can have the same key: begin their sort"
                        + " templates with different words",
                () -> Schema.of(table, readings().packed().build(), other));
        assertThat(Schema.of(table, readings().build(), other).declarations()).hasSize(2);
    }

    @Test
    void twoSeriesWhoseKeysCanCollideAreRefused() {
        TableSchema table = TableSchema.named("telemetry").ttl("expires").build();
        assertRejected(
                "schema.keys-collide",
                "table telemetry: events of readings (\"DEVICE#{deviceId}\" / \"READING#{at}\") and events of Two"
                        + " (\"DEVICE#{id}\" / \"READING#{from}\") can have the same key: begin their sort templates with"
                        + " different words",
                () -> Schema.of(
                        table,
                        readings().build(),
                        spans().sort("READING#{from}").build()));
        assertRejected(
                "schema.range-mixes",
                "table telemetry: a read of events of readings (\"DEVICE#{deviceId}\" / \"READING#{at}\") can return events"
                        + " of Two (\"DEVICE#{id}\" / \"READING#{from}#{id}\"): begin their sort templates with different"
                        + " words",
                () -> Schema.of(
                        table,
                        readings().build(),
                        spans().sort("READING#{from}#{id}").build()));
        assertThat(Schema.of(
                                table,
                                readings().build(),
                                spans().sort("SPAN#{from}").build())
                        .declarations())
                .hasSize(2);
    }

    @Test
    void twoDeclarationsOfOneNameAreRefused() {
        assertRejected(
                "schema.name-repeated",
                "two declarations are named readings: name one of them with named(…)",
                () -> Schema.of(
                        TableSchema.named("telemetry").ttl("expires").build(),
                        readings().build(),
                        spans().named("readings").sort("SPAN#{from}").build()));
    }

    @Test
    void overloadedIndexWhosePrefixesCanCollideIsRefused() {
        TableSchema table = TableSchema.named("telemetry")
                .ttl("expires")
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
        SeriesBuilder<Reading> byDay = readings().index("gsi1", "DAY#{at:day}", "{at}#{deviceId}");
        assertRejected(
                "schema.range-mixes",
                "index gsi1 of table telemetry: a read of events of readings (\"DAY#{at:day}\" / \"{at}#{deviceId}\") can"
                        + " return events of Two (\"DAY#{from:day}\" / \"{from}#x#{id}\"): begin their sort templates with"
                        + " different words",
                () -> Schema.of(
                        table,
                        byDay.build(),
                        spans().sort("SPAN#{from}")
                                .index("gsi1", "DAY#{from:day}", "{from}#x#{id}")
                                .build()));
        assertThat(Schema.of(
                                table,
                                byDay.build(),
                                spans().sort("SPAN#{from}")
                                        .index("gsi1", "SPAN_DAY#{from:day}", "{from}#{id}")
                                        .build())
                        .tables())
                .containsExactly(table);
    }

    @Test
    void indexIsSharedOnlyIfAllDeclareIt() {
        TableSchema table = TableSchema.named("telemetry")
                .ttl("expires")
                .index("gsi1", "gsi1pk", "gsi1sk")
                .build();
        SeriesBuilder<Reading> ofDay = readings().sharedIndex("gsi1", "DEVICE#{deviceId}", "DATE#{at:day}");
        SeriesBuilder<Two> other = spans().sort("SPAN#{from}");
        assertThat(Schema.of(
                                table,
                                ofDay.build(),
                                other.sharedIndex("gsi1", "DEVICE#{id}", "DATE#{from:day}")
                                        .build())
                        .declarations())
                .hasSize(2);
        assertThat(ofDay.build().describe()).contains("index gsi1, shared");
        assertRejected(
                "schema.keys-collide",
                "index gsi1 of table telemetry: events of readings (\"DEVICE#{deviceId}\" / \"DATE#{at:day}\") and events"
                        + " of Two (\"DEVICE#{id}\" / \"DATE#{from:day}\") can have the same key: begin their sort"
                        + " templates with different words",
                () -> Schema.of(
                        table,
                        ofDay.build(),
                        spans().sort("SPAN#{from}")
                                .index("gsi1", "DEVICE#{id}", "DATE#{from:day}")
                                .build()));
    }

    @Test
    void eventsThatExpireNeedATtlAttribute() {
        assertRejected(
                "schema.no-ttl",
                "events of readings expire, and table telemetry has no TTL attribute: name one with TableSchema's ttl(…),"
                        + " or keep them for ever",
                () -> Schema.of(
                        TableSchema.named("telemetry").withoutTtl().build(),
                        readings().keep(Duration.ofDays(1)).build()));
    }

    @Test
    void tableWhoseSortKeyIsOfAnotherTypeIsRefused() {
        assertRejected(
                "schema.key-types",
                "events of readings write a partition of type TEXT and a sort key of type TEXT; table telemetry has"
                        + " pk TEXT, sk NUMBER",
                () -> Schema.of(
                        TableSchema.named("telemetry")
                                .ttl("expires")
                                .sort("sk", ValueType.NUMBER)
                                .build(),
                        readings().build()));
    }

    @Test
    void componentInAKeyAttributeMustBeTheWholeKey() {
        TableSchema table = TableSchema.named("telemetry")
                .ttl("expires")
                .partition("deviceId")
                .sort("at")
                .build();
        assertRejected(
                "schema.attribute-is-key",
                "component deviceId of events of readings is stored in attribute \"deviceId\", which is a key of table"
                        + " telemetry: rename the attribute with RecordOptions.rename, or let the key be {deviceId} alone",
                () -> Schema.of(table, readings().sort("{at}").build()));
        assertThat(Schema.of(
                                table,
                                readings().partition("{deviceId}").sort("{at}").build())
                        .tables())
                .hasSize(1);
    }

    @Test
    void declarationDescribesItself() {
        TrackedSeries<Reading, State> series = readings()
                .tick(Tick.SECONDS)
                .keep(Duration.ofDays(30))
                .index("gsi2", "DAY#{at:day}", "{at}#{deviceId}")
                .current(state().index("gsi1", "ACCOUNT#{accountId}", "{deviceId}"))
                .build();
        assertThat(series.describe())
                .contains("series readings of Reading[")
                .contains("DEVICE#{deviceId}")
                .contains("READING#2026-04-20T14:00:00Z")
                .contains("index gsi2")
                .contains("kept for PT720H from the event's clock")
                .contains("current record TRANSACTIONAL")
                .contains("index gsi1")
                .contains("enrichment, which no append touches: accountId, since");
    }
}
