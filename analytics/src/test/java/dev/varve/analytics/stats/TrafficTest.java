package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.TestEngine;
import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.goal.TextPattern;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.stats.StatsResult.Basis;
import dev.varve.analytics.stats.internal.MergedHits;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.key.Grain;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A few days of traffic of several sites, with late and duplicate hits. Every statistic is compared with a naive model
 * that counts the list of hits.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.varve.analytics.TestEngine#all")
class TrafficTest extends StatsContract {

    /** Days on which clocks change, a month ends, a year ends. */
    private static final List<Instant> STARTS = List.of(
            Instant.parse("2060-03-27T06:00:00Z"),
            Instant.parse("2060-10-30T03:00:00Z"),
            Instant.parse("2060-11-06T09:00:00Z"),
            Instant.parse("2060-12-30T20:00:00Z"));

    private static final Duration LONGEST_PAUSE = Duration.ofHours(5);

    /** A hit and its time of arrival. */
    private record Arrival(Hit hit, Instant at) {}

    /**
     * How much work an engine has time for.
     *
     * @param length how long the traffic lasts: past the end of the day that each scenario is about
     * @param sessions how many sessions each site has
     * @param afterwards how long statistics are compared after the last hit; each hour of it is closed for each zone and
     *     series
     */
    private record Effort(int seeds, Duration length, int sessions, Duration afterwards) {
        static Effort of(TestEngine.Kind kind) {
            return switch (kind) {
                case MEMORY -> new Effort(8, Duration.ofDays(3), 25, Duration.ofDays(20));
                case ROCKSDB -> new Effort(2, Duration.ofDays(3), 15, Duration.ofDays(20));
                case DYNAMODB -> new Effort(1, Duration.ofHours(27), 5, Duration.ofHours(2));
            };
        }
    }

    @Test
    void statisticsMatchTheListOfHits() {
        Effort effort = Effort.of(testEngine.kind());
        Seeds.run(effort.seeds(), seed -> {
            closeEngine();
            Draw draw = new Draw(seed);
            Instant start = draw.oneOf(STARTS);
            clock.set(start);
            open();
            List<Hit> stored = new ArrayList<>();
            List<Arrival> arrivals = arrivals(draw, start, effort);
            Instant followed = start;
            for (int i = 0; i < arrivals.size(); i++) {
                Arrival arrival = arrivals.get(i);
                clock.set(arrival.at());
                assertThat(append(arrival.hit())).isTrue();
                if (draw.chance(3)) {
                    assertThat(append(arrival.hit())).isFalse();
                }
                stored.add(arrival.hit());
                boolean isCompared = i % Math.max(1, arrivals.size() / 4) == 7;
                // Hours are sealed a day after the latest accepted hit, so changes must be processed before.
                if (isCompared || followed.plus(LONGEST_PAUSE).isBefore(clock.instant())) {
                    follow();
                    followed = clock.instant();
                }
                if (isCompared) {
                    compare(draw, stored);
                }
            }
            for (Duration later : List.of(Duration.ZERO, Duration.ofHours(3), effort.afterwards())) {
                clock.advance(later);
                follow();
                compare(draw, stored);
            }
        });
    }

    private List<Arrival> arrivals(Draw draw, Instant start, Effort effort) {
        List<Arrival> arrivals = new ArrayList<>();
        for (String siteId : ZONES.keySet().stream().sorted().toList()) {
            for (Hit hit : new Traffic(draw, siteId).hits(start, effort.length(), effort.sessions())) {
                Duration late = draw.chance(10)
                        ? Duration.ofMinutes(draw.between(1, 21 * 60))
                        : Duration.ofMillis(draw.below(5_000));
                arrivals.add(new Arrival(hit, hit.at().plus(late)));
            }
        }
        arrivals.sort(Comparator.comparing(Arrival::at)
                .thenComparing(arrival -> arrival.hit().id()));
        return arrivals;
    }

    private void compare(Draw draw, List<Hit> stored) {
        for (String siteId : ZONES.keySet().stream().sorted().toList()) {
            List<Hit> hits = stored.stream()
                    .filter(hit -> hit.siteId().equals(siteId))
                    .sorted(MergedHits.ORDER)
                    .toList();
            ZoneId zone = ZoneId.of(ZONES.get(siteId));
            LocalDate today = LocalDate.ofInstant(clock.instant(), zone);
            LocalDate from = today.minusDays(draw.below(6));
            LocalDays days = LocalDays.of(from, from.plusDays(draw.between(1, 6)), zone);
            TrafficQuery filtered = TrafficQuery.of(days);
            StatsQuery query =
                    stats.site(siteId).between(days.from(), days.to()).counted();
            for (int i = draw.below(3); i > 0; i--) {
                Filter filter = HitStatsTest.filter(draw);
                filtered = filtered.where(filter);
                query = query.where(filter);
            }
            compareHits(draw, query, new Naive(filtered, hits));
            compareRows(siteId, days, new Naive(TrafficQuery.of(days), hits));
        }
        LocalDays all = LocalDays.last(30, clock.instant(), ZoneId.of("UTC"));
        compareRows("utc", all, new Naive(TrafficQuery.of(all), ofUtc(stored)));
    }

    private static List<Hit> ofUtc(List<Hit> stored) {
        return stored.stream()
                .filter(hit -> hit.siteId().equals("utc"))
                .sorted(MergedHits.ORDER)
                .toList();
    }

    private void compareRows(String siteId, LocalDays days, Naive naive) {
        StatsQuery query = stats.site(siteId).between(days.from(), days.to());
        for (Grain grain : List.of(Grain.HOUR, Grain.DAY, Grain.MONTH)) {
            StatsResult<Report> answer = query.by(grain).report();
            assertThat(answer.basis()).isEqualTo(Basis.ROWS);
            Report report = answer.value();
            String what = "%s, %s by the %s at %s".formatted(siteId, days, grain, clock.instant());
            assertThat(report.totals()).as(what).isEqualTo(withoutRevenue(naive.totals()));
            assertThat(report.visitorsAtLeast())
                    .isLessThanOrEqualTo(naive.totals().visitors());
            assertThat(report.visitorsAtMost())
                    .isGreaterThanOrEqualTo(naive.totals().visitors());
            Map<String, TrafficTotals> expected = naive.points(grain);
            report.points()
                    .forEach(point -> assertThat(point.numbers())
                            .as(what + " at " + point.start())
                            .isEqualTo(withoutRevenue(expected.getOrDefault(
                                    naive.label(grain, point.start()),
                                    new TrafficTotals(0, 0, 0, 0, 0, 0, 0, Map.of())))));
            assertThat(report.points().stream()
                            .mapToLong(point -> point.numbers().pageViews())
                            .sum())
                    .isEqualTo(report.totals().pageViews());
        }
        for (Dimension dimension : HitStatsTest.dimensions()) {
            if (!(dimension instanceof EventProperty)) {
                Breakdown found =
                        query.breakdown(dimension, Breakdown.Page.first(15)).value();
                Breakdown expected = naive.breakdown(dimension, 0, 15);
                assertThat(found.isExact()).isTrue();
                assertThat(found.total()).isEqualTo(expected.total());
                assertThat(found.rows().stream().map(BreakdownRow::value).toList())
                        .isEqualTo(expected.rows().stream()
                                .map(BreakdownRow::value)
                                .toList());
                assertThat(found.rows().stream().map(BreakdownRow::count).toList())
                        .isEqualTo(expected.rows().stream()
                                .map(BreakdownRow::count)
                                .toList());
                assertThat(found.rows().stream().map(BreakdownRow::percentage).toList())
                        .isEqualTo(expected.rows().stream()
                                .map(BreakdownRow::percentage)
                                .toList());
            }
        }
    }

    private static TrafficTotals withoutRevenue(TrafficTotals numbers) {
        return new TrafficTotals(
                numbers.visitors(),
                numbers.sessions(),
                numbers.pageViews(),
                numbers.events(),
                numbers.bounces(),
                numbers.viewsOfSessions(),
                numbers.secondsOfSessions(),
                Map.of());
    }

    private void compareHits(Draw draw, StatsQuery query, Naive naive) {
        StatsResult<Report> report = query.by(Grain.DAY).report();
        assertThat(report.basis()).isEqualTo(Basis.HITS);
        assertThat(report.value().totals()).isEqualTo(naive.totals());
        Dimension dimension = draw.oneOf(HitStatsTest.dimensions());
        assertThat(query.breakdown(dimension, Breakdown.Page.first(5)).value())
                .isEqualTo(naive.breakdown(dimension, 0, 5));
        GoalRule thanks = GoalRule.page("thanks", "/thanks");
        GoalRule purchase = GoalRule.event("Purchase");
        assertThat(query.goals(List.of(thanks, purchase)).value())
                .containsExactly(
                        naive.goal(
                                "thanks",
                                hit -> hit instanceof PageView && hit.path().equals("/thanks")),
                        naive.goal("Purchase", TrafficTest::isPurchase));
        List<Long> taken = naive.funnel(
                List.of(hit -> hit instanceof PageView && hit.path().startsWith("/blog"), TrafficTest::isPurchase),
                Duration.ofDays(1));
        assertThat(query
                        .funnel(Funnel.of(
                                GoalRule.page("blog", TextPattern.of(TextPattern.Kind.PREFIX, "/blog")), purchase))
                        .value()
                        .stream()
                        .map(FunnelStep::visitors)
                        .toList())
                .isEqualTo(taken.subList(1, 3));
    }

    private static boolean isPurchase(Hit hit) {
        return hit instanceof CustomEvent event && event.name().equals("Purchase");
    }
}
