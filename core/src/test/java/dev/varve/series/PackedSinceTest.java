package dev.varve.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.PageToken;
import dev.varve.table.Scan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A series of items that is packed from an instant on. */
class PackedSinceTest {

    record Reading(String deviceId, Instant at, double temperature) {}

    private static final Instant NOW = Instant.parse("2026-04-20T14:30:00Z");
    private static final Instant SINCE = Instant.parse("2026-04-22T00:00:00Z");

    private Instant now = NOW;
    private final MemoryEngine engine = new MemoryEngine(() -> now);

    /** Keeps the engine open: several databases are opened one after the other. */
    @SuppressWarnings("UnusedVariable")
    private final Varve keeper =
            Varve.open(engine, "other", series().named("other").build());

    private static SeriesBuilder<Reading> series() {
        return Series.of(Reading.class).partition("DEVICE#{deviceId}").sort("READING#{at}");
    }

    private static Series<Reading> packedSince(Instant since) {
        return series().packedSince(since).build();
    }

    private static Reading reading(Instant at) {
        return new Reading("d1", at, at.getEpochSecond() % 100);
    }

    @Test
    void seriesOfItemsBecomesPackedFromAnInstantAhead() {
        Series<Reading> items = series().build();
        Varve before = Varve.open(engine, "telemetry", items);
        before.series(items).append(reading(NOW));
        before.close();
        Series<Reading> packed = packedSince(SINCE);
        Varve db = Varve.open(engine, "telemetry", packed);
        OpenSeries<Reading> readings = db.series(packed);
        now = SINCE.plus(Duration.ofMinutes(90));
        List<Reading> all = new ArrayList<>(List.of(reading(NOW)));
        for (int minute = -90; minute < 90; minute += 10) {
            all.add(reading(SINCE.plus(Duration.ofMinutes(minute))));
        }
        AppendReport<Reading> report = readings.appendAll(all);
        readings.seal();

        assertThat(report.count(Outcome.Applied.class)).isEqualTo(18);
        assertThat(report.entries().get(0).outcome()).isInstanceOf(Outcome.Duplicate.class);
        assertThat(readings.history("d1").list()).isEqualTo(all);
        assertThat(readings.latest("d1")).contains(all.get(all.size() - 1));
        List<String> keys = db.table("telemetry").scan(Scan.all()).items().stream()
                .map(item -> item.text("sk"))
                .filter(key -> key.startsWith("READING#"))
                .sorted()
                .toList();
        assertThat(keys).hasSize(10 + 2).contains("READING#2026-04-21T23:50:00.000Z");
        assertThat(keys.subList(10, 12))
                .containsExactly("READING#2026-04-22T00:00:00.000Z~00", "READING#2026-04-22T01:00:00.000Z~00");
        assertThat(items(db)).allSatisfy(item -> assertThat(item.has("block")).isFalse());
    }

    private static List<Item> items(Varve db) {
        return db.table("telemetry").scan(Scan.all()).items().stream()
                .filter(item -> item.text("sk").startsWith("READING#2026-04-21"))
                .toList();
    }

    @Test
    void pagesOfEverySizeCrossTheInstantInBothDirections() {
        Series<Reading> packed = packedSince(SINCE);
        OpenSeries<Reading> readings = Varve.open(engine, "telemetry", packed).series(packed);
        now = SINCE.plus(Duration.ofHours(2));
        List<Reading> all = new ArrayList<>();
        for (int minute = -4; minute < 5; minute++) {
            all.add(reading(SINCE.plus(Duration.ofMinutes(minute))));
        }
        readings.appendAll(all);
        List<Reading> backwards = new ArrayList<>(all);
        java.util.Collections.reverse(backwards);

        for (int size = 1; size <= 10; size++) {
            History<Reading> history = readings.history("d1")
                    .between(SINCE.minus(Duration.ofDays(1)), SINCE.plus(Duration.ofDays(1)))
                    .limit(size);
            assertThat(pages(history)).as("pages of %s", size).isEqualTo(all);
            assertThat(pages(history.newestFirst())).as("pages of %s", size).isEqualTo(backwards);
        }
        assertThat(readings.history("d1").count()).isEqualTo(9);
        assertThat(readings.history("d1").explain().toString()).contains("READING#");
    }

    private static List<Reading> pages(History<Reading> history) {
        List<Reading> all = new ArrayList<>();
        PageToken next = null;
        do {
            HistoryPage<Reading> page = history.page(next);
            all.addAll(page.events());
            next = page.next();
        } while (next != null);
        return all;
    }

    @Test
    void instantInsideOfABlockIsRefused() {
        assertRefused(
                () -> packedSince(NOW),
                "series.packed-since",
                "is packed since 2026-04-20T14:30:00.000000000Z, which is inside of a block of PT1H: choose the start of a"
                        + " block, such as midnight in UTC");
        assertRefused(() -> packedSince(Instant.MAX), "series.packed-since", "must be from 1700-01-01T00:00:00Z");
    }

    @Test
    void instantThatStoredEventsMayHaveReachedIsRefused() {
        Varve.open(engine, "telemetry", series().build()).close();

        assertRefused(
                () -> Varve.open(engine, "telemetry", packedSince(Instant.parse("2026-04-21T14:00:00Z"))),
                "series.packed-not-ahead",
                "series Reading is packed since 2026-04-21T14:00:00Z, but events with a clock up to 2026-04-21T14:30:00Z (now +"
                        + " maxFuture) may be stored as items: choose a later instant");
    }

    @Test
    void otherInstantOrLengthIsRefusedOnceItIsRecorded() {
        Varve.open(engine, "telemetry", packedSince(SINCE)).close();

        assertRefused(
                () -> Varve.open(engine, "telemetry", packedSince(SINCE.plus(Duration.ofDays(1)))),
                "schema.incompatible",
                "packed was blocks of PT1H since 2026-04-22T00:00:00Z, is now blocks of PT1H since 2026-04-23T00:00:00Z");
        assertRefused(
                () -> Varve.open(engine, "telemetry", series().packed().build()),
                "schema.incompatible",
                "packed was blocks of PT1H since 2026-04-22T00:00:00Z, is now blocks of PT1H");
        assertRefused(
                () -> Varve.open(engine, "telemetry", series().build()),
                "schema.incompatible",
                "packed was blocks of PT1H since 2026-04-22T00:00:00Z, is now gone");
    }

    @Test
    void packingOfStoredItemsNeedsThePackCommand() {
        Varve.open(engine, "telemetry", series().build()).close();

        assertRefused(
                () -> Varve.open(engine, "telemetry", series().packed().build()),
                "series.packed-later",
                "pack the stored events with Varve.on(engine).packing(…), or declare packedSince(…) with an instant after"
                        + " 2026-04-21T14:30:00Z");
    }

    private static void assertRefused(ThrowingCallable call, String code, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        Rejected.class, refused -> assertThat(refused.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }
}
