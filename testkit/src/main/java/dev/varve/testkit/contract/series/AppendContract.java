package dev.varve.testkit.contract.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.internal.Durations;
import dev.varve.item.Item;
import dev.varve.key.Tick;
import dev.varve.series.AppendReport;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.Series;
import dev.varve.series.TtlStart;
import dev.varve.table.Key;
import dev.varve.table.Scan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * An append to a series without a current record is applied, a duplicate or a conflict. It is never lost or stored
 * twice.
 */
public abstract class AppendContract extends SeriesContract {

    @Test
    void appendedEventIsStoredUnderTheKeyOfTheTemplates() {
        Varve db = open(READINGS);
        Outcome<Reading> outcome = db.series(READINGS).append(reading(0, 22.4));
        assertOutcome(Outcome.Applied.class, outcome);
        String table = db.schema().tables().get(0).name();
        assertThat(read(db.table(table), Key.of("DEVICE#d-1", "READING#2060-04-20T14:00:00.000Z")))
                .isEqualTo(Item.of(
                        "pk", "DEVICE#d-1",
                        "sk", "READING#2060-04-20T14:00:00.000Z",
                        "deviceId", "d-1",
                        "at", "2060-04-20T14:00:00.000Z",
                        "temperature", 22.4));
    }

    @Test
    void repeatedAppendIsDuplicate() {
        var readings = open(READINGS).series(READINGS);
        readings.append(reading(0, 22.4));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading(0, 22.4)));
        clock().advance(Duration.ofHours(3));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading(-3 * 3600, 22.4)));
    }

    @Test
    void anotherEventOnTheSameClockIsConflictAndNothingIsOverwritten() {
        Varve db = open(READINGS);
        var readings = db.series(READINGS);
        readings.append(reading(0, 22.4));
        Outcome.Conflict<Reading> conflict = assertOutcome(Outcome.Conflict.class, readings.append(reading(0, 99)));
        assertThat(conflict.existing()).isEqualTo(reading(0, 22.4));
        assertThat(readings.latest("d-1")).contains(reading(0, 22.4));
    }

    @Test
    void clockIsTruncatedToTheTick() {
        Series<Reading> seconds = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .tick(Tick.SECONDS)
                .build();
        var readings = open(seconds).series(seconds);
        Instant fine = at(0).plusMillis(250);
        assertThat(readings.append(new Reading("d-1", fine, 1)).clock()).isEqualTo(at(0));
        assertThat(readings.latest("d-1")).contains(new Reading("d-1", at(0), 1));
        assertOutcome(Outcome.Duplicate.class, readings.append(new Reading("d-1", at(0).plusMillis(900), 1)));
    }

    @Test
    void replacingSeriesStoresTheSecondEvent() {
        Series<Reading> replacing = readings(ConflictPolicy.REPLACE);
        var readings = open(replacing).series(replacing);
        readings.append(new Reading("d-1", at(0), 1, Optional.of("first")));
        assertOutcome(Outcome.Applied.class, readings.append(reading(0, 2)));
        assertThat(readings.latest("d-1")).contains(reading(0, 2));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading(0, 2)));
    }

    @Test
    void mergingSeriesKeepsFieldsThatTheSecondEventLacks() {
        Series<Reading> merging = readings(ConflictPolicy.MERGE);
        var readings = open(merging).series(merging);
        readings.append(new Reading("d-1", at(0), 1, Optional.of("first")));
        assertOutcome(Outcome.Applied.class, readings.append(reading(0, 2)));
        assertThat(readings.latest("d-1")).contains(new Reading("d-1", at(0), 2, Optional.of("first")));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading(0, 2)));
    }

    /** The fields that were measured at one moment, stored in several parts. */
    public record Parcel(String deviceId, Instant at, Map<String, Double> fields) {}

    @Test
    void mergingSeriesKeepsMapEntriesThatTheSecondEventLacks() {
        Series<Parcel> merging = Series.of(Parcel.class)
                .partition("PARCEL#{deviceId}")
                .sort("{at}")
                .onConflict(ConflictPolicy.MERGE)
                .build();
        var parcels = open(merging).series(merging);
        parcels.append(new Parcel("d-1", at(0), Map.of("temperature", 1.0, "humidity", 40.0)));
        Parcel second = new Parcel("d-1", at(0), Map.of("temperature", 2.0, "battery", 90.0));
        assertOutcome(Outcome.Applied.class, parcels.append(second));
        assertThat(parcels.latest("d-1"))
                .contains(new Parcel("d-1", at(0), Map.of("temperature", 2.0, "humidity", 40.0, "battery", 90.0)));
        assertOutcome(Outcome.Duplicate.class, parcels.append(second));
    }

    @Test
    void conditionOfAReplacingSeriesIsTestedOnTheStoredEvent() {
        Series<Reading> replacing = readings(ConflictPolicy.REPLACE);
        var readings = open(replacing).series(replacing);
        readings.append(reading(0, 1));
        assertOutcome(
                Outcome.ConditionFailed.class,
                readings.append(reading(0, 2), attr("temperature").is(7)));
        assertOutcome(
                Outcome.Applied.class,
                readings.append(reading(0, 2), attr("temperature").is(1)));
    }

    @Test
    void conditionWithoutAStoredEventIsTestedOnAnEmptyItem() {
        for (ConflictPolicy rule : List.of(ConflictPolicy.REPLACE, ConflictPolicy.MERGE)) {
            Series<Reading> series = readings(rule);
            var readings = open(series).series(series);
            Outcome.ConditionFailed<Reading> failed = assertOutcome(
                    Outcome.ConditionFailed.class,
                    readings.append(reading(0, 1), attr("note").exists()));
            assertThat(failed.existing()).isNull();
            assertThat(readings.latest("d-1")).isEmpty();
            assertOutcome(
                    Outcome.Applied.class,
                    readings.append(reading(0, 1), attr("note").absent()));
        }
    }

    @Test
    void repeatedAppendIsDuplicateEvenIfItsConditionFailsNow() {
        for (ConflictPolicy rule : List.of(ConflictPolicy.REPLACE, ConflictPolicy.MERGE)) {
            Series<Reading> series = readings(rule);
            var readings = open(series).series(series);
            readings.append(new Reading("d-1", at(0), 1, Optional.of("first")));
            for (Class<?> kind : List.of(Outcome.Applied.class, Outcome.Duplicate.class)) {
                assertThat(readings.append(reading(0, 2), attr("temperature").is(1)))
                        .isInstanceOf(kind);
            }
        }
    }

    @Test
    void repeatedAppendToAReplacingSeriesDoesNotExtendTheTtl() {
        Series<Reading> replacing = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .keep(Duration.ofDays(30), TtlStart.ARRIVAL)
                .onConflict(ConflictPolicy.REPLACE)
                .build();
        var readings = open(replacing).series(replacing);
        Reading reading = reading(0, 1);
        readings.append(reading);
        clock().advance(Duration.ofDays(29));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading));
        clock().advance(Duration.ofDays(1));
        assertThat(readings.latest("d-1")).isEmpty();
    }

    @Test
    void conditionOnASeriesThatRefusesConflictsIsRefused() {
        var readings = open(READINGS).series(READINGS);
        assertRejected(
                "series.condition-on-nothing",
                () -> readings.append(reading(0, 1), attr("temperature").exists()));
    }

    private static Series<Reading> readings(ConflictPolicy rule) {
        return Series.of(Reading.class)
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .onConflict(rule)
                .build();
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void nullEventOrKeyIsRefusedWithACode() {
        var readings = open(READINGS).series(READINGS);
        assertRejected("series.null-event", () -> readings.append(nothing()));
        assertRejected(
                "series.null-event", () -> readings.appendAll(Arrays.asList(reading(0, 1), nothing(), reading(1, 2))));
        assertThat(readings.history("d-1").list()).isEmpty();
        var report = readings.appendAll(
                Arrays.asList(reading(0, 1), nothing(), reading(1, 2)).iterator(), done -> {});
        assertThat(report.refused()).hasSize(1);
        assertThat(readings.history("d-1").count()).isEqualTo(2);
        assertRejected("schema.key-part-null", () -> readings.latestOf(Arrays.asList("d-1", null)));
        assertRejected("schema.key-part-null", () -> readings.history((Object) nothing()));
    }

    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    private static Reading nothing() {
        return null;
    }

    @Test
    void longestDurationsAreSupported() {
        Series<Reading> patient = Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .keep(Durations.MAX)
                .maxFuture(Durations.MAX)
                .maxLate(Durations.MAX)
                .build();
        var readings = open(patient).series(patient);
        readings.append(reading(0, 1));
        assertThat(readings.latest("d-1")).contains(reading(0, 1));
    }

    @Test
    void clockTooFarAheadIsRefused() {
        var readings = open(READINGS).series(READINGS);
        assertRejected(
                "series.too-far-ahead",
                "readings at 2065-04-19T14:00:00Z is 1825 days ahead of the clock; the limit is 1 day (maxFuture)."
                        + " Is the unit seconds?",
                () -> readings.append(reading(1825 * 86_400L, 1)));
        assertThat(readings.append(reading(86_400, 1)).isStored()).isTrue();
    }

    @Test
    void clockTooFarBehindIsRefused() {
        Series<Reading> strict = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .maxLate(Duration.ofHours(1))
                .build();
        var readings = open(strict).series(strict);
        assertRejected(
                "series.too-late",
                "Reading at 2060-04-20T12:59:59Z is PT1H1S behind the clock; the limit is PT1H (maxLate)",
                () -> readings.append(reading(-3601, 1)));
        assertThat(readings.append(reading(-3600, 1)).isStored()).isTrue();
    }

    @Test
    void eventExpiresAfterItsRetentionAndAnExpiredOneIsRejected() {
        Series<Reading> kept = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .keep(Duration.ofDays(30))
                .build();
        var readings = open(kept).series(kept);
        readings.append(reading(-86_400, 1));
        clock().advance(Duration.ofDays(29).minusSeconds(1));
        assertThat(readings.latest("d-1")).isPresent();
        clock().advance(Duration.ofSeconds(1));
        assertThat(readings.latest("d-1")).isEmpty();
        assertRejected(
                "series.expired",
                "Reading at 2060-04-19T14:00:00Z is 30 days behind the clock, and the series keeps its events for 30"
                        + " days: it would expire at once",
                () -> readings.append(new Reading("d-1", Instant.parse("2060-04-19T14:00:00Z"), 1)));
    }

    @Test
    void retentionFromArrivalKeepsOldEventsAsLongAsNewOnes() {
        Series<Reading> kept = Series.of(Reading.class)
                .partition("{deviceId}")
                .sort("{at}")
                .keep(Duration.ofDays(30), TtlStart.ARRIVAL)
                .build();
        var readings = open(kept).series(kept);
        readings.append(reading(-400L * 86_400, 1));
        clock().advance(Duration.ofDays(30).minusSeconds(1));
        assertOutcome(Outcome.Duplicate.class, readings.append(reading(-430L * 86_400 + 1, 1)));
        clock().advance(Duration.ofSeconds(1));
        assertOutcome(Outcome.Applied.class, readings.append(reading(-430L * 86_400, 1)));
    }

    @Test
    void manyAppendsReportEachOutcomeInOrder() {
        var readings = open(READINGS).series(READINGS);
        readings.append(reading(3, 3));
        List<Reading> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            events.add(reading(i, i));
        }
        events.add(reading(7, 700));
        events.add(reading(10L * 86_400, 1));
        List<Long> progress = new ArrayList<>();
        AppendReport<Reading> report = readings.appendAll(events.iterator(), finished -> {
            synchronized (progress) {
                progress.add(finished);
            }
        });
        assertThat(report.entries()).extracting(AppendReport.Entry::event).isEqualTo(events);
        assertThat(report.count(Outcome.Applied.class)).isEqualTo(59);
        assertOutcome(Outcome.Duplicate.class, report.entries().get(3).outcome());
        assertOutcome(Outcome.Conflict.class, report.entries().get(60).outcome());
        assertThat(report.refused())
                .singleElement()
                .satisfies(entry -> assertThat(entry.error()).hasMessageContaining("ahead of the clock"));
        assertThat(report.leftovers()).isEmpty();
        assertThat(report.isAllStored()).isFalse();
        assertThat(progress).doesNotHaveDuplicates().contains(62L);
    }

    @Test
    void asynchronousAppendsHaveTheSameReport() {
        List<Reading> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            events.add(reading(i, i));
        }
        events.add(reading(7, 700));
        events.add(reading(10L * 86_400, 1));
        AppendReport<Reading> waited = open(READINGS).series(READINGS).appendAll(events.iterator(), finished -> {});
        AtomicLong most = new AtomicLong();
        AppendReport<Reading> report = open(READINGS)
                .series(READINGS)
                .appendAllAsync(events.iterator(), finished -> most.accumulateAndGet(finished, Math::max))
                .join();
        assertThat(report.entries()).extracting(AppendReport.Entry::event).isEqualTo(events);
        assertThat(report.entries())
                .map(AppendContract::kind)
                .isEqualTo(waited.entries().stream().map(AppendContract::kind).toList());
        assertThat(most).hasValue(62);
    }

    private static String kind(AppendReport.Entry<?> entry) {
        return entry.outcome() == null
                ? String.valueOf(entry.error())
                : entry.outcome().getClass().getSimpleName();
    }

    @Test
    void smallAppendCostsOneWriteUnit() {
        var readings = open(READINGS).series(READINGS);
        readings.append(reading(0, 1));
        // The first append of a month also records the device in the catalogue.
        assertWriteUnits(1, readings.append(reading(1, 1)).capacity());
    }

    @Test
    void catalogueRecordsAnIdentityOncePerMonth() {
        Varve db = open(READINGS);
        OpenSeries<Reading> readings = db.series(READINGS);
        for (String id : List.of("a", "b", "x".repeat(1_500), "we#ird%")) {
            readings.append(new Reading(id, at(0), 1));
            readings.append(new Reading(id, at(1), 1));
        }
        String table = db.schema().tables().get(0).name();
        assertThat(db.table(table).stream(Scan.all().where(attr("pk").beginsWith("CATALOG#")))
                        .toList())
                .hasSize(4);
    }
}
