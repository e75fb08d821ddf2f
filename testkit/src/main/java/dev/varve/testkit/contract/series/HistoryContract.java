package dev.varve.testkit.contract.series;

import static dev.varve.table.AttributePath.attr;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.History;
import dev.varve.series.HistoryPage;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.PageToken;
import dev.varve.testkit.CountingEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A history returns exactly the events of one identity in {@code [from, to)}, for every layout. */
public abstract class HistoryContract extends SeriesContract {

    /** An event with a place, and perhaps an anomaly. */
    public record Sighting(String device, Instant at, String location, Optional<String> anomaly) {}

    /** An event of one of several streams of a device. */
    public record Line(String device, String stream, Instant at, String text) {}

    private static Series<Reading> readings(String partition) {
        return Series.of(Reading.class)
                .named("readings")
                .partition(partition)
                .sort("READING#{at}")
                .lookBack(Duration.ofDays(2))
                .build();
    }

    private List<Reading> minutes(int count) {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            readings.add(reading(60L * i, i));
        }
        return readings;
    }

    private static <E> List<E> paged(History<E> history) {
        List<E> all = new ArrayList<>();
        @Nullable PageToken token = null;
        do {
            HistoryPage<E> page = history.page(token);
            all.addAll(page.events());
            token = page.next();
        } while (token != null);
        return all;
    }

    @Test
    void thinnedHistoryKeepsItsEndsAndPeaks() {
        Series<Reading> daily = readings("{deviceId}#{at:day}");
        var readings = open(daily).series(daily);
        List<Reading> all = minutes(400);
        all.set(123, reading(60L * 123, 9_000));
        readings.appendAll(all);
        List<Reading> chart =
                readings.history("d-1").between(at(0), at(60L * 400)).thin(20, "temperature");
        assertThat(chart)
                .hasSize(20)
                .startsWith(all.get(0))
                .contains(all.get(123))
                .endsWith(all.get(399))
                .isSubsetOf(all);
        assertThat(readings.history("d-1").between(at(0), at(600)).thin(20, "temperature"))
                .isEqualTo(all.subList(0, 10));
        assertRejected(
                "chart.field",
                "series readings cannot be thinned for a chart of note, which is not a number",
                () -> readings.history("d-1").between(at(0), at(600)).thin(20, "note"));
    }

    @Test
    void endOfARangeIsExclusive() {
        var readings = open(READINGS).series(READINGS);
        List<Reading> all = minutes(4);
        readings.appendAll(all);
        assertThat(readings.history("d-1").between(at(60), at(180)).list()).isEqualTo(all.subList(1, 3));
        assertThat(readings.history("d-1").between(at(60), at(180).plusNanos(1)).list())
                .isEqualTo(all.subList(1, 4));
        assertThat(readings.history("d-1").between(at(60), at(60)).list()).isEmpty();
        assertThat(readings.history("d-1").since(at(120)).list()).isEqualTo(all.subList(2, 4));
        assertThat(readings.history("d-1").before(at(120)).list()).isEqualTo(all.subList(0, 2));
    }

    @Test
    void rangeFromTheEndOfJanuaryToMarchReadsEveryMonthOnce() {
        Series<Reading> monthly = readings("{deviceId}#{at:month}");
        clock().set(Instant.parse("2060-03-01T12:00:00Z"));
        var readings = open(monthly).series(monthly);
        List<Reading> all = new ArrayList<>();
        for (Instant day = Instant.parse("2060-01-31T12:00:00Z");
                !day.isAfter(clock().instant());
                day = day.plus(Duration.ofDays(1))) {
            all.add(new Reading("d-1", day, day.getEpochSecond()));
        }
        readings.appendAll(all);
        History<Reading> range = readings.history("d-1")
                .between(Instant.parse("2060-01-31T00:00:00Z"), Instant.parse("2060-03-02T00:00:00Z"));
        assertThat(range.list()).hasSize(31).isEqualTo(all);
        assertThat(paged(range.limit(7))).isEqualTo(all);
        assertThat(range.explain().details()).contains("partitions: 3");
    }

    @Test
    void shardsAndBucketsAreReadWithBoundedParallelism() {
        Series<Reading> wide = readings("{deviceId}#{at:hour}#{shard:16}");
        CountingEngine counting = new CountingEngine(harness().engine());
        Varve db = Varve.on(counting)
                .clock(clock())
                .parallel(8)
                .open(Schema.of(harness().newTableName(), wide));
        var readings = db.series(wide);
        List<Reading> all = new ArrayList<>();
        for (int i = 0; i < 96; i++) {
            all.add(reading(-86_400 + 900L * i, i));
        }
        readings.appendAll(all);
        History<Reading> day = readings.history("d-1").between(at(-86_400), at(0));
        assertThat(day.explain().details()).contains("partitions: 384", "requests: at least 384");
        counting.reset();
        assertThat(day.list()).isEqualTo(all);
        assertThat(counting.queries()).isEqualTo(384);
        assertThat(counting.mostAtOnce()).isLessThanOrEqualTo(8);
        assertThat(day.newestFirst().first()).contains(all.get(95));
        assertThat(paged(day.limit(40))).isEqualTo(all);
    }

    @Test
    void streamsOfOneDeviceAreSeparate() {
        TrackedSeries<Line, Line> lines = Series.of(Line.class)
                .partition("{device}")
                .sort("$app#{stream}#e#{at}")
                .current(Current.transactional(Line.class).keys("{device}", "$app#{stream}"))
                .build();
        var opened = open(lines).series(lines);
        List<String> streams = List.of("status", "status#e", "statu", "status2");
        for (String stream : streams) {
            for (int i = 0; i < 3; i++) {
                opened.append(new Line("d", stream, at(i - 3), stream));
            }
        }
        for (String stream : streams) {
            History<Line> history = opened.history("d", stream);
            for (History<Line> each : List.of(
                    history,
                    history.since(at(-3)),
                    history.before(at(0)),
                    history.between(Instant.EPOCH, at(100)),
                    history.last(Duration.ofDays(9)),
                    history.newestFirst(),
                    history.where(attr("text").exists()))) {
                assertThat(each.list())
                        .hasSize(3)
                        .allMatch(line -> line.stream().equals(stream));
                assertThat(each.count()).isEqualTo(3);
                assertThat(paged(each.limit(2))).isEqualTo(each.list());
            }
        }
    }

    private static final Series<Sighting> SIGHTINGS = Series.of(Sighting.class)
            .named("sightings")
            .partition("DEVICE#{device}")
            .sort("{at}")
            .index("gsi1", "LOCATION#{location}#{at:day}", "{at}#{device}")
            .sparseIndex("gsi2", "anomaly", "ANOMALY#{at:day}", "{at}#{device}")
            .build();

    private OpenSeries<Sighting> sightings(List<Sighting> all) {
        var sightings = open(SIGHTINGS).series(SIGHTINGS);
        for (int i = 0; i < 60; i++) {
            all.add(new Sighting(
                    "d-" + i % 5,
                    at(-1_800L * i),
                    i % 2 == 0 ? "hall" : "yard",
                    i % 7 == 0 ? Optional.of("hot") : Optional.empty()));
        }
        sightings.appendAll(all);
        return sightings;
    }

    @Test
    void invertedIndexFindsAllDevicesOfALocationOnADay() {
        List<Sighting> all = new ArrayList<>();
        var sightings = sightings(all);
        Instant day = Instant.parse("2060-04-20T00:00:00Z");
        History<Sighting> hall = sightings.by("gsi1", "hall").between(day, day.plus(Duration.ofDays(1)));
        List<Sighting> expected = all.stream()
                .filter(each -> each.location().equals("hall") && !each.at().isBefore(day))
                .toList();
        assertThat(expected).hasSizeGreaterThan(10);
        eventually(() -> {
            assertThat(hall.newestFirst().list()).isEqualTo(expected);
            assertThat(paged(hall.newestFirst().limit(4))).isEqualTo(expected);
            assertThat(hall.count()).isEqualTo(expected.size());
        });
    }

    @Test
    void sparseIndexHoldsOnlyTheAnomaliesOfADay() {
        List<Sighting> all = new ArrayList<>();
        var sightings = sightings(all);
        Instant day = Instant.parse("2060-04-20T00:00:00Z");
        History<Sighting> anomalies = sightings.by("gsi2").between(day, day.plus(Duration.ofDays(1)));
        List<Sighting> expected = all.stream()
                .filter(each -> each.anomaly().isPresent() && !each.at().isBefore(day))
                .toList();
        eventually(() -> {
            assertThat(anomalies.newestFirst().list()).hasSize(5).isEqualTo(expected);
            assertThat(paged(anomalies.newestFirst().limit(2))).isEqualTo(expected);
        });
        sightings.correct(new Sighting("d-0", at(0), "hall", Optional.empty()));
        eventually(() -> assertThat(anomalies.count()).isEqualTo(4));
    }

    @Test
    void pageTokenResumesOnlyItsOwnHistoryForEveryLayout() {
        for (String partition : List.of(
                "{deviceId}",
                "{deviceId}#{at:day}",
                "{deviceId}#{at:minute}",
                "{deviceId}#{shard:5}",
                "{deviceId}#{at:hour}#{shard:3}")) {
            Series<Reading> layout = readings(partition);
            var readings = open(layout).series(layout);
            List<Reading> all = minutes(13);
            readings.appendAll(all);
            History<Reading> range =
                    readings.history("d-1").between(at(0), at(3_600)).limit(4);
            PageToken token = range.page().next();
            assertThat(token).as(partition).isNotNull();
            PageToken read = new PageToken(String.valueOf(token));
            assertThat(range.page(read).events()).as(partition).isEqualTo(all.subList(4, 8));
            assertThat(range.limit(9).page(token).events()).isEqualTo(all.subList(4, 13));
            assertRejected(
                    "page.token",
                    () -> readings.history("d-2").between(at(0), at(3_600)).page(token));
            assertRejected(
                    "page.token",
                    () -> readings.history("d-1").between(at(0), at(3_601)).page(token));
            assertRejected("page.token", () -> range.newestFirst().page(token));
            assertRejected(
                    "page.token", () -> range.where(attr("temperature").is(1)).page(token));
        }
    }

    @Test
    void pageMayEndWithTheFirstOrLastTickOfABucket() {
        for (String partition : List.of("{deviceId}#{at:hour}", "{deviceId}#{at:hour}#{shard:3}")) {
            Series<Reading> hourly = readings(partition);
            var readings = open(hourly).series(hourly);
            List<Reading> all = new ArrayList<>();
            for (int hour = 0; hour < 3; hour++) {
                all.add(new Reading("d-1", at(3_600L * hour), 1));
                all.add(new Reading("d-1", at(3_600L * hour + 3_600).minusMillis(1), 2));
            }
            readings.appendAll(all);
            History<Reading> range = readings.history("d-1").between(at(0), at(3 * 3_600));
            for (int size = 1; size <= 6; size++) {
                assertThat(paged(range.limit(size))).isEqualTo(all);
                assertThat(paged(range.newestFirst().limit(size)))
                        .containsExactly(all.get(5), all.get(4), all.get(3), all.get(2), all.get(1), all.get(0));
            }
        }
    }

    @Test
    void latestCostsHalfAUnit() {
        TrackedSeries<Reading, Reading> tracked = Series.of(Reading.class)
                .named("tracked")
                .partition("TRACKED#{deviceId}")
                .sort("{at}")
                .current(Current.transactional(Reading.class).keys("TRACKED#{deviceId}", "CURRENT"))
                .build();
        CountingEngine counting = new CountingEngine(harness().engine());
        Varve db = Varve.on(counting).clock(clock()).open(Schema.of(harness().newTableName(), tracked, READINGS));
        List<Reading> all = minutes(10);
        db.series(tracked).appendAll(all);
        db.series(READINGS).appendAll(all);
        for (OpenSeries<Reading> series : List.of(db.series(tracked), db.series(READINGS))) {
            counting.reset();
            assertThat(series.latest("d-1")).contains(all.get(9));
            assertThat(counting.used().table().read()).isEqualTo(0.5);
        }
    }

    @Test
    void hourOfSixtyReadingsCostsOneUnit() {
        var readings = open(READINGS).series(READINGS);
        readings.appendAll(minutes(60));
        HistoryPage<Reading> hour =
                readings.history("d-1").between(at(0), at(3_600)).page();
        assertThat(hour.events()).hasSize(60);
        assertThat(hour.next()).isNull();
        assertThat(hour.capacity().table().read()).isBetween(0.5, 1.0);
    }

    @Test
    void countFetchesKeysOnly() {
        CountingEngine counting = new CountingEngine(harness().engine());
        var readings = Varve.on(counting)
                .clock(clock())
                .open(Schema.of(harness().newTableName(), READINGS))
                .series(READINGS);
        readings.appendAll(minutes(60));
        counting.reset();
        assertThat(readings.history("d-1").count()).isEqualTo(60);
        assertThat(counting.queries()).isPositive();
        assertThat(counting.attributesFetched()).containsExactlyInAnyOrder("pk", "sk");
        assertThat(readings.history("d-1").list()).hasSize(60);
        assertThat(counting.attributesFetched()).contains("temperature");
    }

    @Test
    void explainListsPartitionsRequestsAndCapacityWithoutReading() {
        Series<Reading> hourly = readings("{deviceId}#{at:hour}");
        CountingEngine counting = new CountingEngine(harness().engine());
        var readings = Varve.on(counting)
                .clock(clock())
                .open(Schema.of(harness().newTableName(), hourly))
                .series(hourly);
        counting.reset();
        var explanation = readings.history("d-1").between(at(0), at(7_200)).explain();
        assertThat(explanation.details())
                .contains(
                        "partitions: 2",
                        "partition: d-1#2060-04-20T14:00:00Z",
                        "partition: d-1#2060-04-20T15:00:00Z",
                        "requests: at least 2");
        assertThat(explanation.least().read()).isEqualTo(1);
        assertThat(explanation.most().read()).isGreaterThan(1);
        assertThat(counting.queries()).isZero();
    }
}
