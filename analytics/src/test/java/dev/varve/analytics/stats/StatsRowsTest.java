package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.analytics.TestEngine;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Grain;
import dev.varve.rollup.RollupReport;
import dev.varve.table.Query;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How statistics are stored, what queries cost, and how far back they go. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.analytics.TestEngine#all")
class StatsRowsTest extends StatsContract {

    /** The last day of a month, so that its rows are soon closed. */
    private static final Instant START = Instant.parse("2060-04-30T14:30:05Z");

    private static final LocalDate DAY = LocalDate.of(2060, 4, 30);
    private static final Traits TRAITS =
            new Traits("Google", null, null, null, null, null, null, null, "DE", null, null, null);

    private final Traffic traffic = new Traffic(new Draw(1), "utc");

    private void view(String siteId, Instant at, String visitor) {
        clock.set(at);
        append(PageView.of(new HitKey(siteId, at, traffic.ulid(at), visitor), "example.com", "/", TRAITS));
    }

    /** Advances the clock by these days, and processes changes in between. */
    private void followForDays(int days) {
        for (Duration later : List.of(Duration.ZERO, Duration.ofHours(2), Duration.ofDays(1), Duration.ofDays(days))) {
            clock.advance(later);
            follow();
        }
    }

    private List<Item> rows(String siteId, String prefix) {
        return db.table(table)
                .query(Query.of("SITE#" + siteId).beginsWith(prefix))
                .items();
    }

    @Test
    void rowsOfAllThreeSeriesAreOneItemUnderReadableKeys() {
        view("kolkata", START, "v1");
        view("kolkata", START.plusSeconds(40), "v1");
        view("kolkata", START.plusSeconds(50), "v2");
        followForDays(1);
        assertThat(rows("kolkata", "STATS#").stream()
                        .map(item -> item.text("sk"))
                        .toList())
                .containsExactly(
                        "STATS#day#2060-04-30",
                        "STATS#hour#2060-04-30T14:30:00Z",
                        "STATS#minute#2060-04-30T14:30",
                        "STATS#month#2060-04");
        Item day = rows("kolkata", "STATS#day#").get(0);
        assertThat(day.text("gsi1pk")).isEqualTo("SITE#kolkata");
        assertThat(day.text("gsi1sk")).isEqualTo("PERIOD#day#2060-04-30");
        assertThat(day.number("pageViews").longValueExact()).isEqualTo(3);
        assertThat(day.number("uniqueVisitors").longValueExact()).isEqualTo(2);
        assertThat(day.number("sessions").longValueExact()).isEqualTo(2);
        assertThat(day.number("bounces").longValueExact()).isEqualTo(1);
        assertThat(day.number("bounceRate").doubleValue()).isEqualTo(0.5);
        assertThat(day.number("avgDuration").doubleValue()).isEqualTo(20);
        assertThat(day.number("viewsPerVisit").doubleValue()).isEqualTo(1.5);
    }

    @Test
    void minutesAreKeptADayLongerThanHits() {
        view("utc", START, "v1");
        follow();
        assertThat(rows("utc", "STATS#minute#").get(0).text("sk")).isEqualTo("STATS#minute#2060-04-30T14:30");
        assertThat(rows("utc", "STATS#minute#").get(0).has("gsi1sk")).isFalse();
        clock.set(Instant.parse("2060-05-31T14:29:59Z"));
        assertThat(rows("utc", "STATS#minute#")).hasSize(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(rows("utc", "STATS#minute#")).isEmpty();
    }

    @Test
    void rowsOfAPeriodAreFoundByIndex() {
        view("utc", START, "v1");
        view("utc", START.plus(Duration.ofDays(1)), "v1");
        followForDays(1);
        List<StatsRow> days = stats.site("utc").rows(Grain.DAY, DAY, DAY.plusDays(2));
        assertThat(days.stream().map(StatsRow::start).toList()).containsExactly("2060-04-30", "2060-05-01");
        assertThat(days.get(0).pageViews()).isEqualTo(1);
        assertThat(days.get(0).bounceRate()).hasValue(1);
        assertThat(stats.site("utc").rows(Grain.DAY, DAY, DAY.plusDays(1))).hasSize(1);
        assertThat(stats.site("utc").rows(Grain.MONTH, DAY, DAY.plusDays(1))).hasSize(1);
        assertThat(stats.site("utc").rows(Grain.HOUR, DAY, DAY.plusDays(2))).hasSize(2);
    }

    @Test
    void aggregatingAgainRestoresMissingRowsOnly() {
        view("johns", START, "v1");
        follow();
        clock.advance(Duration.ofHours(30));
        follow();
        assertThat(wrong(stats.site("johns").aggregateHourly(START))).isZero();
        assertThat(wrong(stats.site("johns").aggregateDaily(START))).isZero();
        assertThat(wrong(stats.site("johns").aggregateMonthly(START))).isZero();
        Item day = rows("johns", "STATS#day#").get(0);
        db.table(table).delete(db.table(table).schema().keyOf(day));
        assertThat(wrong(stats.site("johns").aggregateDaily(START))).isPositive();
        assertThat(rows("johns", "STATS#day#").get(0).number("sessions").longValueExact())
                .isEqualTo(1);
        assertThat(wrong(stats.site("johns").aggregateDaily(START))).isZero();
    }

    private static long wrong(List<RollupReport> reports) {
        return reports.stream().mapToLong(RollupReport::wrong).sum();
    }

    @Test
    void daysWithExpiredHitsAreLeftOutOrRefused() {
        view("utc", START, "v1");
        follow();
        clock.set(START.plus(Duration.ofDays(28)));
        StatsQuery google = stats.site("utc")
                .between(DAY.minusDays(10), DAY.plusDays(1))
                .where(Filter.is(SessionDimension.SOURCE, "Google"));
        assertThat(google.report().days().from()).isEqualTo(DAY);
        assertThat(google.report().value().totals().sessions()).isEqualTo(1);
        assertThatThrownBy(google::compare)
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "days [2060-04-09, 2060-04-20) are too old: hits are kept for 30 days, and are complete from"
                                + " 2060-04-30 on. Query without filters to read rows instead");
        clock.advance(Duration.ofDays(1));
        assertThatThrownBy(google::report).isInstanceOf(Rejected.class);
    }

    @Test
    void rangesWithExpiredRowsAreRefused() {
        clock.set(START);
        assertThatThrownBy(() -> stats.site("utc")
                        .between(DAY.minusDays(91), DAY.minusDays(80))
                        .by(Grain.HOUR)
                        .report())
                .isInstanceOf(Rejected.class)
                .hasMessage("rows by the hour are kept for 90 days, and [2060-01-30T00:00:00Z, 2060-02-10T00:00:00Z)"
                        + " starts before: use a coarser grain, and whole months beyond two years");
        assertThat(stats.site("utc")
                        .between(LocalDate.of(2050, 1, 1), LocalDate.of(2051, 1, 1))
                        .report()
                        .value()
                        .points())
                .hasSize(12);
    }

    @Test
    void comparisonUsesTheSameNumberOfDaysBefore() {
        view("utc", START, "v1");
        view("utc", START.plus(Duration.ofDays(1)), "v2");
        view("utc", START.plus(Duration.ofDays(1)).plusSeconds(5), "v3");
        follow();
        PeriodComparison days = stats.site("utc").last(1).compare().value();
        assertThat(days.change(Metric.VISITORS)).hasValue(1);
        assertThat(days.change(Metric.EVENTS)).isEmpty();
        assertThat(stats.site("utc")
                        .last(1)
                        .compareWithYearBefore()
                        .value()
                        .before()
                        .visitors())
                .isZero();
    }

    @Test
    void currentDayIsComparedWithTheSamePartOfAnotherDay() {
        Instant dayBefore = START.minus(Duration.ofDays(1));
        view("utc", dayBefore.minusSeconds(7_200), "v1");
        view("utc", dayBefore.plusSeconds(600), "v2");
        view("utc", dayBefore.plusSeconds(7_200), "v3");
        follow();
        clock.set(START);
        view("utc", START, "v4");
        follow();
        StatsQuery yesterday = stats.site("utc").between(DAY.minusDays(1), DAY);
        assertThat(yesterday.totals().value().visitors()).isEqualTo(3);
        assertThat(yesterday.totalsUntil(dayBefore).value().visitors())
                .as("includes the whole hour of the instant")
                .isEqualTo(2);
        assertThat(yesterday.counted().totalsUntil(dayBefore).value().visitors())
                .isEqualTo(1);
        assertThat(yesterday.totalsUntil(START)).isEqualTo(yesterday.totals());
        StatsQuery week = stats.site("utc").between(DAY.minusDays(6), DAY.plusDays(1));
        assertThat(week.totalsUntil(dayBefore).value().pageViews()).isEqualTo(2);
        assertThat(week.totalsUntil(START).value().pageViews()).isEqualTo(4);
        PeriodComparison hours = stats.site("utc").lastHours(24);
        assertThat(hours.now().visitors()).isEqualTo(2);
        assertThat(hours.before().visitors()).isEqualTo(2);
        assertThatThrownBy(() -> stats.site("utc").lastHours(0)).isInstanceOf(Rejected.class);
    }

    @Test
    void engagementIsNotInTheBreakdownOfRows() {
        view("utc", START, "v1");
        append(event(START.plusSeconds(20), CustomEvent.ENGAGEMENT));
        append(event(START.plusSeconds(30), "Signup"));
        follow();
        Breakdown events = stats.site("utc")
                .last(1)
                .breakdown(HitDimension.EVENT, Breakdown.Page.first())
                .value();
        assertThat(events.rows()).extracting(BreakdownRow::value).containsExactly("Signup");
        assertThat(events.rows().get(0).percentage()).isEqualTo(100);
        assertThat(stats.site("utc").last(1).totals().value().events()).isEqualTo(1);
        assertThat(stats.site("utc").last(1).counted().totals().value().events())
                .isEqualTo(1);
    }

    private CustomEvent event(Instant at, String name) {
        return new CustomEvent(
                "utc",
                at,
                traffic.ulid(at),
                "v1",
                "example.com",
                "/",
                name,
                Map.of(),
                null,
                null,
                false,
                Traits.UNKNOWN);
    }

    @Test
    void queriesExplainWhatTheyRead() {
        clock.set(START);
        StatsQuery week = stats.site("utc").last(7);
        assertThat(week.explain()).singleElement().satisfies(explained -> {
            assertThat(explained.operation()).isEqualTo("Query");
            assertThat(explained.toString()).contains("STATS#day#2060-04-24", "STATS#day#2060-04-30");
        });
        assertThat(stats.site("utc").last(365).explain())
                .as("days, then months")
                .hasSize(2);
        assertThat(week.counted().explain()).as("page views and events").hasSize(2);
        assertThat(week.explainCounting()).isEqualTo(week.counted().explain());
    }

    @Test
    void estimatesOfManyValuesHaveBounds() {
        assumeTrue(
                testEngine.kind() != TestEngine.Kind.DYNAMODB,
                "sketches do not depend on the engine, and 900 hits take long on DynamoDB Local");
        for (int i = 0; i < 900; i++) {
            Instant at = START.plusMillis(i * 10L);
            clock.set(at);
            String path = i % 3 == 0 ? "/often" : "/p" + i;
            append(PageView.of(new HitKey("utc", at, traffic.ulid(at), "v" + i), "example.com", path, TRAITS));
        }
        follow();
        StatsResult<Report> report = stats.site("utc").last(1).report();
        assertThat(report.value().visitorsAtLeast()).isLessThanOrEqualTo(900);
        assertThat(report.value().visitorsAtMost()).isGreaterThanOrEqualTo(900);
        Breakdown pages = stats.site("utc")
                .last(1)
                .breakdown(HitDimension.PAGE, Breakdown.Page.first(3))
                .value();
        assertThat(pages.isExact()).isFalse();
        assertThat(pages.rows().get(0).value()).isEqualTo("/often");
        assertThat(pages.rows().get(0).count()).isLessThanOrEqualTo(300);
        assertThat(pages.rows().get(0).atMost()).isGreaterThanOrEqualTo(300);
        Breakdown counted = stats.site("utc")
                .last(1)
                .counted()
                .breakdown(HitDimension.PAGE, Breakdown.Page.first(3))
                .value();
        assertThat(counted.rows().get(0).count()).isEqualTo(300);
        assertThat(counted.values()).isEqualTo(601);
    }
}
