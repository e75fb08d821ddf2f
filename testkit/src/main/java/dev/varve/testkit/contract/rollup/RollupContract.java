package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPage;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.FeedSource;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.TimeRange;
import dev.varve.rollup.GapFill;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.Stat;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import dev.varve.table.BlockingTable;
import dev.varve.table.Scan;
import dev.varve.testkit.CountingEngine;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows match their events, however the feed delivers changes. */
public abstract class RollupContract extends SeriesContract {

    /** An event that is rolled up. */
    public record Sample(
            String deviceId, Instant at, Optional<Double> temperature, int battery, Optional<String> location) {}

    private static final Instant DAY = Instant.parse("2060-04-20T00:00:00Z");

    private final List<Change> delivered = new ArrayList<>();

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    private static Rollup rollup() {
        return Rollup.of("temperature")
                .stats("battery", Stat.MIN, Stat.LAST, Stat.FIRST)
                .hourly()
                .daily()
                .monthly();
    }

    private static Series<Sample> samples(Rollup rollup) {
        return samples().rollUp(rollup).build();
    }

    private static SeriesBuilder<Sample> samples() {
        return Series.of(Sample.class)
                .named("samples")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}");
    }

    /** A series, the worker that keeps its rows, and the feed between them. */
    private final class Site {
        final OpenSeries<Sample> samples;
        final RollupWorker worker;
        final ChangeFeed feed;
        final BlockingTable table;
        FeedPosition position = FeedPosition.BEGINNING;

        Site(Series<Sample> series) {
            this(series, Varve.on(harness().engine()).clock(clock()));
        }

        Site(Series<Sample> series, Varve.Opening opening) {
            String name = harness().newTableName();
            Varve db = opening.open(Schema.of(name, series));
            samples = db.series(series);
            worker = new RollupWorker(RollupAccess.instance().runtime(samples.rollup()));
            feed = ((FeedSource) harness().engine()).changes(name);
            table = db.table(name);
        }

        void append(String device, Instant at, double temperature) {
            append(device, at, temperature, "hall");
        }

        void append(String device, Instant at, double temperature, String location) {
            samples.append(new Sample(device, at, Optional.of(temperature), 50, Optional.of(location)));
        }

        /** Delivers all pending changes to the worker. */
        void follow() {
            delivered.clear();
            while (feed.read(position, 7).join() instanceof FeedPage.Changes page
                    && !page.changes().isEmpty()) {
                delivered.addAll(page.changes());
                position = page.next();
            }
            worker.handle(delivered).join();
        }

        void followAndTick() {
            follow();
            worker.tick().join();
            worker.refreshGroups(true).join();
        }

        List<RollupRow> hourly(Instant from, Instant to) {
            return samples.rollups("d-1").hourly().between(from, to).list();
        }

        RollupRow hour(Instant from) {
            List<RollupRow> rows = hourly(from, from.plusSeconds(3_600));
            assertThat(rows).hasSize(1);
            return rows.get(0);
        }

        RollupReport verify() {
            return samples.rollup()
                    .verify(new TimeRange(DAY.minusSeconds(86_400L * 70), DAY.plusSeconds(86_400L * 70)), n -> {});
        }
    }

    @Test
    void hourlyRowsHaveCountAndStatistics() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY.plusSeconds(60), 10);
        site.append("d-1", DAY.plusSeconds(120), 30.5);
        site.append("d-1", DAY.plusSeconds(3_600), 7);
        site.append("d-2", DAY.plusSeconds(60), 99);
        site.samples.append(new Sample("d-1", DAY.plusSeconds(180), Optional.empty(), 20, Optional.empty()));
        site.follow();
        RollupRow first = site.hour(DAY);
        assertThat(first.kind()).isEqualTo(Kind.STORED);
        assertThat(first.count()).isEqualTo(3);
        assertThat(first.count("temperature")).isEqualTo(2);
        assertThat(first.avg("temperature")).hasValue(20.25);
        assertThat(first.sum("temperature")).hasValue(40.5);
        assertThat(first.min("temperature")).hasValue(10);
        assertThat(first.max("temperature")).hasValue(30.5);
        assertThat(first.get(Stat.MIN, "battery")).hasValue(20);
        assertThat(first.get(Stat.FIRST, "battery")).hasValue(50);
        assertThat(first.get(Stat.LAST, "battery")).hasValue(20);
        assertRejected("rollup.not-measured", () -> first.get(Stat.MAX, "battery"));
        assertThat(site.hourly(DAY, DAY.plusSeconds(86_400))).hasSize(2);
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void rowsHaveReadableAttributeNames() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.follow();
        Item row = site.table.stream(Scan.all().consistent())
                .filter(item -> item.text("sk").startsWith("AGG#hourly"))
                .findFirst()
                .orElseThrow();
        assertThat(row.text("pk")).isEqualTo("DEVICE#d-1");
        assertThat(row.text("sk")).isEqualTo("AGG#hourly#2060-04-20T00:00:00Z");
        assertThat(row.number("avgTemperature")).isEqualTo(Num.of(10));
        assertThat(row.number("count")).isEqualTo(Num.of(1));
    }

    @Test
    void redeliveredChangeCountsOnce() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.append("d-1", DAY.plusSeconds(1), 20);
        site.follow();
        List<Change> again = List.copyOf(delivered);
        RollupRow before = site.hour(DAY);
        site.worker.handle(again).join();
        site.worker.handle(again.subList(0, 1)).join();
        new RollupWorker(RollupAccess.instance().runtime(site.samples.rollup()))
                .handle(again)
                .join();
        assertThat(site.hour(DAY)).isEqualTo(before);
        assertThat(before.count()).isEqualTo(2);
    }

    @Test
    void averageOfADayIsWeightedByCount() {
        Site site = new Site(samples(rollup()));
        for (int i = 0; i < 100; i++) {
            site.append("d-1", DAY.plusSeconds(i), 10);
        }
        for (int i = 0; i < 10; i++) {
            site.append("d-1", DAY.plusSeconds(7_200 + i), 90);
        }
        site.follow();
        RollupRow day = site.samples
                .rollups("d-1")
                .daily()
                .last(Duration.ofDays(1))
                .list()
                .get(0);
        assertThat(day.kind()).isEqualTo(Kind.COMPOSED);
        assertThat(day.avg("temperature").orElseThrow()).isEqualTo(1_900 / 110.0, within(1e-12));
        clock().advance(Duration.ofDays(1));
        site.followAndTick();
        RollupRow closed = site.samples
                .rollups("d-1")
                .daily()
                .between(DAY, DAY.plusSeconds(1))
                .list()
                .get(0);
        assertThat(closed.kind()).isEqualTo(Kind.STORED);
        assertThat(closed.attributes()).isEqualTo(day.attributes());
    }

    @Test
    void correctionOfTheMaximumUpdatesTheRow() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.append("d-1", DAY.plusSeconds(1), 80);
        site.follow();
        assertThat(site.hour(DAY).max("temperature")).hasValue(80);
        site.samples.correct(new Sample("d-1", DAY.plusSeconds(1), Optional.of(8.0), 50, Optional.of("hall")));
        site.follow();
        assertThat(site.hour(DAY).max("temperature")).hasValue(10);
        site.samples.delete(DAY, "d-1");
        site.samples.delete(DAY.plusSeconds(1), "d-1");
        site.follow();
        RollupRow empty = site.hour(DAY);
        assertThat(empty.count()).isZero();
        assertThat(empty.max("temperature")).isEmpty();
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void lateReadingUpdatesClosedDaysAndMonths() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.followAndTick();
        clock().advance(Duration.ofDays(3));
        site.followAndTick();
        assertThat(dayOf(site, DAY)).hasValue(10);
        site.append("d-1", DAY.plusSeconds(3_600), 30);
        site.followAndTick();
        assertThat(dayOf(site, DAY)).hasValue(20);
        clock().advance(Duration.ofDays(20));
        site.followAndTick();
        RollupRow month = site.samples
                .rollups("d-1")
                .monthly()
                .between(DAY.minusSeconds(86_400L * 19), DAY)
                .list()
                .get(0);
        assertThat(month.kind()).isEqualTo(Kind.STORED);
        assertThat(month.avg("temperature")).hasValue(20);
        site.append("d-1", DAY.plusSeconds(7_200), 50);
        site.followAndTick();
        month = site.samples
                .rollups("d-1")
                .monthly()
                .between(DAY.minusSeconds(86_400L * 19), DAY)
                .list()
                .get(0);
        assertThat(month.kind()).isEqualTo(Kind.STORED);
        assertThat(month.avg("temperature")).hasValue(30);
        assertThat(site.verify().isClean()).isTrue();
    }

    private static OptionalDouble dayOf(Site site, Instant day) {
        RollupRow row = site.samples
                .rollups("d-1")
                .daily()
                .between(day, day.plusSeconds(1))
                .list()
                .get(0);
        assertThat(row.kind()).isEqualTo(Kind.STORED);
        return row.avg("temperature");
    }

    @Test
    void lastSevenDaysAreSevenRows() {
        Site site = new Site(samples(rollup()));
        for (int day = -10; day <= 0; day++) {
            site.append("d-1", DAY.plusSeconds(86_400L * day + 7), day);
        }
        site.followAndTick();
        List<RollupRow> week =
                site.samples.rollups("d-1").daily().last(Duration.ofDays(7)).list();
        assertThat(week).hasSize(7);
        assertThat(week.get(0).start()).isEqualTo(DAY.minusSeconds(86_400 * 6));
        assertThat(week.get(6).kind()).isEqualTo(Kind.COMPOSED);
        assertThat(site.samples.rollups("d-1").hourly().last(Duration.ofDays(7)).list())
                .hasSize(7);
        assertThat(site.samples
                        .rollups("d-1")
                        .hourly()
                        .last(Duration.ofHours(24))
                        .fill(GapFill.ZERO)
                        .list())
                .hasSize(24);
    }

    @Test
    void dayOfAClockChangeHas23Or25Hours() {
        Series<Sample> berlin =
                samples().zone(ZoneId.of("Europe/Berlin")).rollUp(rollup()).build();
        clock().set(Instant.parse("2060-11-02T00:00:00Z"));
        Site site = new Site(berlin);
        Instant spring = Instant.parse("2060-03-27T23:00:00Z");
        Instant autumn = Instant.parse("2060-10-30T22:00:00Z");
        for (int hour = 0; hour < 26; hour++) {
            site.append("d-1", spring.plusSeconds(3_600L * hour), hour);
            site.append("d-1", autumn.plusSeconds(3_600L * hour), hour);
        }
        site.followAndTick();
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .between(spring, spring.plusSeconds(1))
                        .list())
                .singleElement()
                .satisfies(day -> assertThat(day.count()).isEqualTo(23));
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .between(autumn, autumn.plusSeconds(1))
                        .list())
                .singleElement()
                .satisfies(day -> assertThat(day.count()).isEqualTo(25));
    }

    @Test
    void daysOfKolkataStartAtHalfPastSixUtc() {
        Series<Sample> kolkata =
                samples().zone(ZoneId.of("Asia/Kolkata")).rollUp(rollup()).build();
        Site site = new Site(kolkata);
        Instant day = Instant.parse("2060-04-18T18:30:00Z");
        site.append("d-1", day.minusSeconds(1), 1);
        site.append("d-1", day, 2);
        site.append("d-1", day.plusSeconds(86_399), 4);
        site.append("d-1", day.plusSeconds(86_400), 8);
        site.followAndTick();
        RollupRow row = site.samples
                .rollups("d-1")
                .daily()
                .between(day, day.plusSeconds(1))
                .list()
                .get(0);
        assertThat(row.sum("temperature")).hasValue(6);
        assertThat(row.end()).isEqualTo(day.plusSeconds(86_400));
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void groupRowsSummariseTheEventsOfTheirMembers() {
        Site site = new Site(samples(rollup().group(Group.by("location")).group(Group.all("fleet"))));
        site.append("d-1", DAY, 10, "hall");
        site.append("d-2", DAY.plusSeconds(5), 30, "hall");
        site.append("d-3", DAY.plusSeconds(7), 50, "yard");
        site.append("d-1", DAY.plusSeconds(9), 70, "yard");
        site.followAndTick();
        assertThat(groupOf(site, DAY, "location", "hall").avg("temperature")).hasValue(20);
        assertThat(groupOf(site, DAY, "location", "yard").avg("temperature")).hasValue(60);
        assertThat(groupOf(site, DAY, "fleet").avg("temperature")).hasValue(40);
        site.samples.correct(new Sample("d-3", DAY.plusSeconds(7), Optional.of(50.0), 50, Optional.of("roof")));
        site.samples.delete(DAY.plusSeconds(9), "d-1");
        site.followAndTick();
        assertThat(groupOf(site, DAY, "location", "yard").count()).isZero();
        assertThat(groupOf(site, DAY, "location", "roof").count()).isEqualTo(1);
        assertThat(groupOf(site, DAY, "fleet").count()).isEqualTo(3);
        clock().advance(Duration.ofDays(1));
        site.append("d-1", DAY.plusSeconds(86_400), 5, "roof");
        site.followAndTick();
        RollupRow day = site.samples
                .rollupsBy("location", "hall")
                .daily()
                .between(DAY, DAY.plusSeconds(1))
                .list()
                .get(0);
        assertThat(day.kind()).isEqualTo(Kind.STORED);
        assertThat(day.avg("temperature")).hasValue(20);
        RollupReport report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    @Test
    void eventsOfOneHourMayBelongToSeveralGroupsOrNone() {
        Site site = new Site(samples(rollup().group(Group.by("location"))));
        List<Optional<String>> places = List.of(
                Optional.of("hall"), Optional.of("hall"), Optional.empty(), Optional.of("yard"), Optional.of("hall"));
        for (int i = 0; i < places.size(); i++) {
            site.samples.append(new Sample("d-1", DAY.plusSeconds(i), Optional.of(10.0 * i), 50, places.get(i)));
            // Another device starts without a known location.
            site.samples.append(
                    new Sample("d-2", DAY.plusSeconds(i), Optional.of(1.0), 50, places.get((i + 2) % places.size())));
        }
        site.followAndTick();
        assertThat(groupOf(site, DAY, "location", "hall").count()).isEqualTo(6);
        assertThat(groupOf(site, DAY, "location", "hall").sum("temperature")).hasValue(53);
        assertThat(groupOf(site, DAY, "location", "yard").count()).isEqualTo(2);
        assertThat(groupOf(site, DAY, "location", "yard").sum("temperature")).hasValue(31);
        assertThat(site.hourly(DAY, DAY.plusSeconds(1)).get(0).count()).isEqualTo(5);
        assertThat(site.verify().isClean()).isTrue();
    }

    /** A row that exceeds the item limit could not be written, and would delay the daily rows of all others. */
    @Test
    void rowWithTooManyGroupsKeepsTheFirstOnes() {
        Site site = new Site(samples(rollup().group(Group.by("location"))));
        // A row holds at most 400 KB: few groups with long names fill it.
        IntFunction<String> place = i -> (1_000 + i) + "温".repeat(600);
        int places = 240;
        site.samples.appendAll(IntStream.range(0, places)
                .mapToObj(i ->
                        new Sample("d-1", DAY.plusSeconds(i), Optional.of(1.0 * i), 50, Optional.of(place.apply(i))))
                .toList());
        site.followAndTick();
        assertThat(site.hourly(DAY, DAY.plusSeconds(1)).get(0).count()).isEqualTo(places);
        assertThat(groupOf(site, DAY, "location", place.apply(7)).sum("temperature"))
                .hasValue(7);
        assertThat(site.samples
                        .rollupsBy("location", place.apply(places - 1))
                        .hourly()
                        .between(DAY, DAY.plusSeconds(1))
                        .list())
                .isEmpty();
        RollupReport report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();

        // The marker of the hour does not keep unused names either.
        for (int i = 0; i < places; i++) {
            site.samples.delete(DAY.plusSeconds(i), "d-1");
            if (i % 100 == 0) {
                site.follow();
            }
        }
        site.followAndTick();
        report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(site.samples
                        .rollupsBy("location", place.apply(7))
                        .hourly()
                        .between(DAY, DAY.plusSeconds(1))
                        .list())
                .allMatch(row -> row.count() == 0);
    }

    @Test
    void clockAheadOfTimeDoesNotSealRows() {
        Site site = new Site(samples(rollup()));
        Instant now = clock().instant();
        Instant day = now.truncatedTo(ChronoUnit.DAYS);
        site.append("d-1", now.minusSeconds(60), 10);
        site.followAndTick();
        clock().set(now.plus(Duration.ofDays(3)));
        site.followAndTick();
        clock().set(now);
        site.append("d-1", now.minusSeconds(30), 20);
        site.follow();
        RollupWorker restarted = new RollupWorker(RollupAccess.instance().runtime(site.samples.rollup()));
        restarted.tick().join();
        clock().set(day.plus(Duration.ofHours(30)));
        site.append("d-1", day.plus(Duration.ofHours(29)), 30);
        site.follow();
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .between(day, day.plus(Duration.ofDays(2)))
                        .list())
                .extracting(RollupRow::count)
                .containsExactly(2L, 1L);
        clock().set(day.plus(Duration.ofHours(49)));
        restarted.tick().join();
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .between(day, day.plus(Duration.ofDays(2)))
                        .list())
                .extracting(RollupRow::count)
                .containsExactly(2L, 1L);
        RollupReport report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private static RollupRow groupOf(Site site, Instant hour, String group, Object... value) {
        return site.samples
                .rollupsBy(group, value)
                .hourly()
                .between(hour, hour.plusSeconds(1))
                .list()
                .get(0);
    }

    @Test
    void batchOfOneHourCostsOneReadAndOneWrite() {
        CountingEngine counting = new CountingEngine(harness().engine());
        Site site = new Site(samples(rollup()), Varve.on(counting).clock(clock()));
        for (int i = 0; i < 40; i++) {
            site.append("d-1", DAY.plusSeconds(i), i);
        }
        site.worker.tick().join();
        counting.reset();
        site.follow();
        assertThat(counting.writes()).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
            site.append("d-1", DAY.plusSeconds(100 + i), i);
        }
        counting.reset();
        site.follow();
        assertThat(counting.writes()).isEqualTo(1);
        assertThat(counting.queries()).isEqualTo(1);
        assertThat(counting.used().table().write()).isEqualTo(1);
        assertThat(counting.used().table().read()).isLessThanOrEqualTo(2);
        assertThat(site.hour(DAY).count()).isEqualTo(60);
    }

    @Test
    void manyDaysAreOneQuery() {
        CountingEngine counting = new CountingEngine(harness().engine());
        Site site = new Site(samples(rollup()), Varve.on(counting).clock(clock()));
        for (int day = 1; day <= 60; day++) {
            site.append("d-1", DAY.minusSeconds(86_400L * day), day);
        }
        site.followAndTick();
        site.samples.rollups("d-1").daily().last(Duration.ofDays(1)).list();
        counting.reset();
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .between(DAY.minusSeconds(86_400L * 60), DAY)
                        .list())
                .hasSize(60);
        assertThat(counting.queries()).isEqualTo(1);
    }

    @Test
    void expiryChangesNoRow() {
        assumeTrue(harness().canRemoveExpired());
        Series<Sample> short30 = samples()
                .keep(Duration.ofDays(5))
                .rollUp(Rollup.of("temperature")
                        .hourly(Duration.ofDays(90))
                        .daily(Duration.ofDays(720))
                        .monthly())
                .build();
        Site site = new Site(short30);
        site.append("d-1", DAY, 10);
        site.append("d-1", DAY.plusSeconds(86_400L), 20);
        site.followAndTick();
        for (int i = 0; i < 10; i++) {
            clock().advance(Duration.ofDays(1));
            harness().removeExpired();
            site.followAndTick();
        }
        assertThat(site.samples.history("d-1").since(DAY).list()).isEmpty();
        assertThat(site.hour(DAY).avg("temperature")).hasValue(10);
        assertThat(dayOf(site, DAY)).hasValue(10);
        RollupReport report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.sealed()).isPositive();
        assertThat(site.samples
                        .rollup()
                        .rebuild(new TimeRange(DAY, DAY.plusSeconds(86_400)), n -> {})
                        .isClean())
                .isTrue();
        assertThat(site.hour(DAY).avg("temperature")).hasValue(10);
        clock().advance(Duration.ofDays(90));
        assertThat(site.hourly(DAY, DAY.plusSeconds(3_600))).isEmpty();
        assertThat(dayOf(site, DAY)).hasValue(10);
    }

    @Test
    void eventsTooLateForRowsAreRefused() {
        Series<Sample> brief = samples()
                .keep(Duration.ofDays(5))
                .rollUp(Rollup.of("temperature").hourly())
                .build();
        Site site = new Site(brief);
        Instant now = clock().instant();
        site.append("d-1", now.minus(Duration.ofHours(70)), 1);
        assertRejected("series.too-late", () -> site.append("d-1", now.minus(Duration.ofDays(3)), 1));
    }

    @Test
    void damagedRowIsFoundAndRebuilt() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.append("d-1", DAY.plusSeconds(3_600), 20);
        site.followAndTick();
        clock().advance(Duration.ofDays(2));
        site.followAndTick();
        for (Item item : site.table.stream(Scan.all().consistent()).toList()) {
            if (item.text("sk").startsWith("AGG#")) {
                site.table.put(item.with("sumTemperature", Num.of(1_000)));
            }
        }
        RollupReport report = site.verify();
        assertThat(report.wrong()).isGreaterThanOrEqualTo(2);
        assertThat(report.toString()).contains("hourly rows, {deviceId=d-1} at 2060-04-20T00:00:00Z");
        TimeRange all = new TimeRange(DAY.minusSeconds(86_400), DAY.plusSeconds(2 * 86_400));
        assertThat(site.samples.rollup().rebuild(all, n -> {}).wrong()).isEqualTo(report.wrong());
        assertThat(site.verify().isClean()).isTrue();
        assertThat(dayOf(site, DAY)).hasValue(15);
    }

    @Test
    void rebuildCreatesRowsOfEventsMissingFromTheFeed() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY.minusSeconds(86_400), 10);
        site.append("d-2", DAY.minusSeconds(86_400), 20);
        site.worker.tick().join();
        assertThat(site.verify().isClean()).isFalse();
        site.samples.rollup().rebuild(new TimeRange(DAY.minusSeconds(86_400), DAY), n -> {});
        assertThat(site.verify().isClean()).isTrue();
        assertThat(dayOf(site, DAY.minusSeconds(86_400))).hasValue(10);
    }

    @Test
    void rebuildOfOneIdentityLeavesOthersUnchanged() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY.minusSeconds(86_400), 10);
        site.append("d-2", DAY.minusSeconds(86_400), 20);
        site.worker.tick().join();
        TimeRange day = new TimeRange(DAY.minusSeconds(86_400), DAY);
        RollupReport report =
                site.samples.rollup().rebuild(site.samples.declaration().key("d-1"), day);
        assertThat(report.series()).isEqualTo(1);
        assertThat(report.wrong()).isEqualTo(2);
        assertThat(dayOf(site, DAY.minusSeconds(86_400))).hasValue(10);
        // Only the other device's hour is wrong: its day is computed from hours, and there are none yet.
        assertThat(site.verify().wrong()).isEqualTo(1);
    }

    @Test
    void openSinceIsTheFirstBucketThatIsNotClosed() {
        Site site = new Site(samples(rollup()));
        Instant noon = DAY.plusSeconds(12 * 3_600);
        clock().set(noon);
        site.append("d-1", noon, 10);
        site.followAndTick();
        assertThat(site.samples.rollups("d-1").daily().openSince()).isEqualTo(DAY);
        assertThat(site.samples.rollups("d-1").hourly().openSince()).isEqualTo(Instant.MAX);
        clock().set(DAY.plusSeconds(30 * 3_600));
        site.followAndTick();
        assertThat(site.samples.rollups("d-1").daily().openSince()).isEqualTo(DAY.plusSeconds(86_400));
        assertThatThrownBy(() -> site.samples.rollups("d-1").openSince())
                .isInstanceOf(Rejected.class)
                .hasMessage("the query has no tier: call hourly(), daily() or monthly()");
    }

    @Test
    void lostChangesAreRecovered() {
        Site site = new Site(samples(rollup().group(Group.all("fleet"))));
        site.append("d-1", DAY.minusSeconds(86_400), 10);
        site.append("d-2", DAY, 20);
        site.worker.tick().join();
        site.worker.handleTrimmed().join();
        assertThat(dayOf(site, DAY.minusSeconds(86_400))).hasValue(10);
        assertThat(groupOf(site, DAY, "fleet").sum("temperature")).hasValue(20);
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void freshRowsIncludeUndeliveredChanges() {
        Site site = new Site(samples(rollup()));
        Instant now = clock().instant();
        site.append("d-1", now, 10);
        assertThat(site.samples
                        .rollups("d-1")
                        .hourly()
                        .last(Duration.ofHours(1))
                        .list())
                .isEmpty();
        RollupRow row = site.samples
                .rollups("d-1")
                .hourly()
                .last(Duration.ofHours(1))
                .fresh()
                .list()
                .get(0);
        assertThat(row.kind()).isEqualTo(Kind.COMPOSED);
        assertThat(row.avg("temperature")).hasValue(10);
        assertThat(site.samples
                        .rollups("d-1")
                        .daily()
                        .last(Duration.ofDays(1))
                        .fresh()
                        .list()
                        .get(0)
                        .count())
                .isEqualTo(1);
    }

    @Test
    void rowsOfManyIdentitiesAreReadTogether() {
        Site site = new Site(samples(rollup()));
        site.append("d-1", DAY, 10);
        site.append("d-2", DAY, 20);
        site.follow();
        var rows = site.samples.rollupsOf(
                List.of("d-2", "d-3", "d-1"), asked -> asked.hourly().between(DAY, DAY.plusSeconds(1)));
        assertThat(rows.values().stream().map(List::size)).containsExactly(1, 0, 1);
        assertThat(rows.keySet().iterator().next().text("deviceId")).isEqualTo("d-2");
    }

    @Test
    void verifyIgnoresExpiredRows() {
        Site site = new Site(samples(Rollup.of("temperature").hourly(Duration.ofDays(5))));
        site.append("d-1", DAY, 10);
        site.follow();
        clock().advance(Duration.ofDays(6));
        assertThat(site.hourly(DAY, DAY.plusSeconds(3_600))).isEmpty();
        RollupReport report = site.verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    @Test
    void freshRowIsNotComputedFromExpiredEvents() {
        Series<Sample> months = samples()
                .keep(Duration.ofDays(36))
                .rollUp(Rollup.of("temperature").monthly())
                .build();
        Site site = new Site(months);
        site.append("d-1", DAY, 10);
        site.follow();
        clock().advance(Duration.ofDays(37));
        site.append("d-1", clock().instant(), 30);
        List<RollupRow> rows = site.samples
                .rollups("d-1")
                .monthly()
                .between(DAY.minusSeconds(86_400L * 20), DAY.plusSeconds(86_400L * 40))
                .fresh()
                .list();
        assertThat(rows).extracting(RollupRow::count).containsExactly(1L, 1L);
        assertThat(rows.get(0).kind()).isEqualTo(Kind.STORED);
        assertThat(rows.get(1).kind()).isEqualTo(Kind.COMPOSED);
    }

    @Test
    void refreshMarkerRemovedByAnotherWorkerIsWrittenAgain() {
        Site site = new Site(samples(rollup().group(Group.all("fleet"))));
        RollupWorker other = new RollupWorker(RollupAccess.instance().runtime(site.samples.rollup()));
        site.append("d-1", DAY, 10);
        site.follow();
        other.refreshGroups(true).join();
        site.append("d-1", DAY.plusSeconds(1), 20);
        site.follow();
        site.worker.refreshGroups(true).join();
        assertThat(groupOf(site, DAY, "fleet").count()).isEqualTo(2);
    }

    @Test
    void groupRowBeforeItsRefreshIsPendingAndNotWrong() {
        Site site = new Site(samples(rollup().group(Group.all("fleet"))));
        site.append("d-1", DAY, 10);
        site.follow();
        RollupReport waiting = site.verify();
        assertThat(waiting.wrong()).isZero();
        assertThat(waiting.pending()).isEqualTo(1);
        assertThat(waiting.isClean()).isFalse();
        assertThat(waiting).asString().contains("0 wrong, 0 sealed, 1 pending");
        site.worker.refreshGroups(true).join();
        RollupReport refreshed = site.verify();
        assertThat(refreshed.pending()).isZero();
        assertThat(refreshed.isClean()).isTrue();
    }

    @Test
    void rebuildRefreshesPendingGroupRows() {
        Site site = new Site(samples(rollup().group(Group.all("fleet"))));
        site.append("d-1", DAY, 10);
        site.follow();
        RollupReport rebuilt = site.samples
                .rollup()
                .rebuild(new TimeRange(DAY.minusSeconds(86_400), DAY.plusSeconds(86_400)), n -> {});
        assertThat(rebuilt.pending()).isZero();
        assertThat(groupOf(site, DAY, "fleet").count()).isEqualTo(1);
    }

    @Test
    void groupsOfShardedSeriesHaveDefaultKeys() {
        Site site = new Site(Series.of(Sample.class)
                .named("sharded")
                .partition("DEVICE#{deviceId}#{shard:4}")
                .sort("READING#{at}")
                .rollUp(rollup().group(Group.by("location")).group(Group.all("fleet")))
                .build());
        site.append("d-1", DAY, 10);
        site.append("fleet", DAY, 20);
        site.followAndTick();
        assertThat(groupOf(site, DAY, "fleet").count()).isEqualTo(2);
        assertThat(groupOf(site, DAY, "location", "hall").count()).isEqualTo(2);
        assertThat(site.hour(DAY).count()).isEqualTo(1);
    }

    @Test
    void eventWithAnEmptyTextIsInNoGroup() {
        Site site = new Site(samples(rollup().group(Group.by("location"))));
        site.append("d-1", DAY, 10, "");
        site.append("d-1", DAY.plusSeconds(1), 20, "hall");
        site.followAndTick();
        assertThat(site.hour(DAY).count()).isEqualTo(2);
        assertThat(groupOf(site, DAY, "location", "hall").count()).isEqualTo(1);
    }

    @Test
    void groupValueTooLongForAKeyIsTruncated() {
        Site site = new Site(samples(rollup().group(Group.by("location"))));
        String endless = "\u00e9#".repeat(2_000);
        site.append("d-1", DAY, 10, endless);
        site.append("d-2", DAY, 20, endless + "?");
        site.append("d-3", DAY, 30, "hall");
        site.followAndTick();
        assertThat(groupOf(site, DAY, "location", endless).sum("temperature")).hasValue(30);
        assertThat(groupOf(site, DAY, "location", "hall").sum("temperature")).hasValue(30);
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void eventsTooLateForGroupsAreRefused() {
        Site site = new Site(
                samples(Rollup.of("temperature").hourly(Duration.ofDays(5)).group(Group.all("fleet"))));
        Instant now = clock().instant();
        site.append("d-1", now.minus(Duration.ofHours(70)), 1);
        assertRejected("series.too-late", () -> site.append("d-1", now.minus(Duration.ofDays(3)), 1));
    }

    @Test
    void tierIsChosenByTheNumberOfPoints() {
        Site site = new Site(samples(rollup()));
        for (int hour = 0; hour < 48; hour++) {
            site.append("d-1", DAY.minusSeconds(3_600L * hour), hour);
        }
        site.followAndTick();
        assertThat(site.samples
                        .rollups("d-1")
                        .last(Duration.ofDays(2))
                        .auto(100)
                        .list())
                .hasSizeGreaterThan(30);
        assertThat(site.samples.rollups("d-1").last(Duration.ofDays(2)).auto(10).list())
                .hasSize(2);
    }
}
