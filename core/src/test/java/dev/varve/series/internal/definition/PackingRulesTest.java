package dev.varve.series.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.series.Current;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.series.TtlStart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PackingRulesTest {

    record Reading(
            String deviceId,
            Instant at,
            String id,
            double temperature,
            Optional<Boolean> isOn,
            Map<String, Double> more) {}

    record WithList(String deviceId, Instant at, List<Double> values) {}

    record WithBytes(String deviceId, Instant at, Bytes content) {}

    private static SeriesBuilder<Reading> readings() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .packed();
    }

    private static void assertRefused(String code, String message, ThrowingCallable build) {
        assertThatThrownBy(build)
                .isInstanceOfSatisfying(
                        Rejected.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessage(message);
    }

    @Test
    void telemetryIsPacked() {
        assertThat(readings().build().describe()).contains("packed into blocks of PT1H");
        assertThat(readings().packed(Duration.ofMinutes(1)).build().describe()).contains("PT1M");
        assertThat(readings().packed(Duration.ofDays(1)).build().describe()).contains("PT24H");
        readings().sort("{at:ulid}").build();
        readings().partition("DEVICE#{deviceId}#{at:day}").build();
        readings().since(Instant.EPOCH, "DEVICE#{deviceId}#v2").build();
    }

    @Test
    void spanThatDoesNotDivideADayIsRefused() {
        for (Duration span :
                List.of(Duration.ofSeconds(59), Duration.ofHours(25), Duration.ofDays(2), Duration.ofHours(5))) {
            assertRefused(
                    "series.packed-span",
                    "packed series readings has blocks of %s; a block covers PT1M to PT24H, and a day holds a whole number of them"
                            .formatted(span),
                    () -> readings().packed(span).build());
        }
    }

    @Test
    void partsBehindTheClockAreRefused() {
        assertRefused(
                "series.packed-event-parts",
                "packed series readings has [id] after the clock in its keys, but a block holds one event for each clock:"
                        + " leave them out of the sort template, or leave packed() out",
                () -> readings().sort("READING#{at}#{id}").build());
    }

    @Test
    void shardsOfAnyEpochAreRefused() {
        String message =
                "packed series readings has shards, which a packed series does not need: its writes are spread over"
                        + " few items. Leave {shard:…} out";
        assertRefused(
                "series.packed-shards",
                message,
                () -> readings().partition("DEVICE#{deviceId}#{shard:4}").build());
        assertRefused(
                "series.packed-shards",
                message,
                () -> readings()
                        .partition("DEVICE#{deviceId}#{shard:4}")
                        .since(Instant.parse("2026-01-01T00:00:00Z"), "DEVICE#{deviceId}")
                        .build());
    }

    @Test
    void numberAsSortKeyIsRefused() {
        assertRefused(
                "series.packed-sort",
                "packed series readings needs the clock as a text in its sort template, such as READING#{at}",
                () -> readings().sort("{at:epoch}").build());
    }

    @Test
    void indexIsRefused() {
        assertRefused(
                "series.packed-index",
                "packed series readings is in index gsi1, but packed events are not items and have no index keys: leave the"
                        + " index or packed() out",
                () -> readings().index("gsi1", "ID#{id}", "{at}").build());
    }

    @Test
    void expiryFromTheArrivalIsRefused() {
        assertRefused(
                "series.packed-arrival",
                "packed series readings keeps its events from their arrival, which packed events do not record: use"
                        + " keep(duration)",
                () -> readings().keep(Duration.ofDays(3), TtlStart.ARRIVAL).build());
    }

    @Test
    void componentsOfOtherTypesAreRefused() {
        assertRefused(
                "series.packed-component",
                "packed series withLists has component values, stored as LIST; packed events hold numbers, booleans, texts and"
                        + " maps of these",
                () -> Series.of(WithList.class)
                        .named("withLists")
                        .partition("DEVICE#{deviceId}")
                        .sort("READING#{at}")
                        .packed()
                        .build());
        assertThatThrownBy(() -> Series.of(WithBytes.class)
                        .partition("DEVICE#{deviceId}")
                        .sort("READING#{at}")
                        .packed()
                        .build())
                .hasMessageContaining("has component content, stored as BYTES");
    }

    @Test
    void currentRecordIsRefused() {
        assertRefused(
                "series.packed-current",
                "packed series readings has a current record, which is written for each event: leave one of both out;"
                        + " latest(…) of a packed series is as fast",
                () -> readings()
                        .current(Current.transactional(Reading.class).keys("DEVICE#{deviceId}", "NOW"))
                        .build());
    }
}
