package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.analytics.Goal;
import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.goal.TextPattern;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.HitKey;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.hit.Traits;
import dev.varve.analytics.stats.internal.HitStats;
import dev.varve.analytics.stats.internal.SessionReader;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.error.Rejected;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of counting, one per test. */
class TrafficQueryTest {

    private static final LocalDate DAY = LocalDate.of(2026, 4, 20);
    private static final Instant START = Instant.parse("2026-04-20T00:00:00Z");
    private static final LocalDays DAYS = LocalDays.of(DAY, DAY.plusDays(1), ZoneOffset.UTC);
    private static final Traits NOTHING =
            new Traits(null, null, null, null, null, null, null, null, "DE", null, null, null);

    private final Traffic traffic = new Traffic(new Draw(1), "s-1");
    private final List<Hit> hits = new ArrayList<>();

    private void view(long second, String visitor, String path) {
        Instant at = START.plusSeconds(second);
        hits.add(PageView.of(new HitKey("s-1", at, traffic.ulid(at), visitor), "example.com", path, NOTHING));
    }

    private void event(long second, String visitor, String name) {
        Instant at = START.plusSeconds(second);
        hits.add(new CustomEvent(
                "s-1",
                at,
                traffic.ulid(at),
                visitor,
                "example.com",
                "/x",
                name,
                Map.of(),
                null,
                null,
                true,
                Traits.UNKNOWN));
    }

    private TrafficTotals totals(Filter... filters) {
        return HitStats.of(new TrafficQuery(DAYS, List.of(filters))).totals(hits.iterator());
    }

    @Test
    void sessionBelongsToTheDayItStarted() {
        view(-60, "v", "/a");
        view(60, "v", "/b");
        assertThat(totals()).isEqualTo(new TrafficTotals(1, 0, 1, 0, 0, 0, 0, Map.of()));
        assertThat(totals().bounceRate()).isEmpty();
    }

    @Test
    void sessionAcrossMidnightIsCountedWhole() {
        view(86_390, "v", "/a");
        view(86_410, "v", "/b");
        assertThat(totals()).isEqualTo(new TrafficTotals(1, 1, 1, 0, 0, 2, 20, Map.of()));
        assertThat(totals().viewsPerSession()).hasValue(2);
    }

    @Test
    void filterByPageSelectsItsViewsAndWholeSessions() {
        view(0, "v", "/a");
        view(100, "v", "/b");
        view(200, "w", "/b");
        assertThat(totals(Filter.is(HitDimension.PAGE, "/a")))
                .isEqualTo(new TrafficTotals(1, 1, 1, 0, 0, 2, 100, Map.of()));
    }

    @Test
    void filtersOfHitsMustMatchTheSameHit() {
        view(0, "v", "/a");
        event(10, "v", "Signup");
        TrafficTotals none = totals(Filter.is(HitDimension.PAGE, "/a"), Filter.is(HitDimension.EVENT, "Signup"));
        assertThat(none.visitors()).isZero();
        assertThat(none.sessions()).isZero();
    }

    @Test
    void filterByGoalSelectsWholeSessions() {
        view(0, "v", "/a");
        view(100, "v", "/b");
        view(200, "w", "/b");
        MetGoals goals = new MetGoals(List.of(
                GoalRule.page("A", "/a"), GoalRule.stay("stays", Duration.ofSeconds(100)), GoalRule.event("Buy")));
        TrafficTotals first = new TrafficTotals(1, 1, 2, 0, 0, 2, 100, Map.of());
        assertThat(totals(Filter.is(goals, "A"))).isEqualTo(first);
        assertThat(totals(Filter.is(goals, "Buy", "stays"))).isEqualTo(first);
        assertThat(totals(Filter.startsWith(goals, "st"))).isEqualTo(first);
        assertThat(totals(Filter.isNot(goals, "A")).pageViews()).isEqualTo(1);
        assertThat(totals(Filter.is(goals, "Buy")).sessions()).isZero();
        assertThat(totals(Filter.is(goals, "A"), Filter.is(goals, "Buy")).sessions())
                .isZero();
    }

    @Test
    void engagementMeetsNoGoalAndIsNotListed() {
        view(0, "v", "/a");
        event(50, "v", CustomEvent.ENGAGEMENT);
        event(60, "v", "Signup");
        GoalRule any = GoalRule.event("any", TextPattern.of(TextPattern.Kind.CONTAINS, "e"));
        GoalRule stays = GoalRule.stay("stays", Duration.ofSeconds(50));
        HitStats stats = HitStats.of(TrafficQuery.of(DAYS));
        assertThat(stats.goals(List.of(any, stays), hits.iterator()))
                .extracting(GoalResult::conversions)
                .containsExactly(0L, 1L);
        Breakdown events = stats.breakdown(HitDimension.EVENT, Breakdown.Page.first(), hits.iterator());
        assertThat(events.rows()).extracting(BreakdownRow::value).containsExactly("Signup");
        assertThat(events.total()).isEqualTo(1);
        assertThat(totals().events()).isEqualTo(1);
    }

    @Test
    void unknownValueMatchesOnlyIsNot() {
        event(0, "v", "Signup");
        assertThat(totals(Filter.isNot(SessionDimension.COUNTRY, "DE")).sessions())
                .isEqualTo(1);
        assertThat(totals(Filter.is(SessionDimension.COUNTRY, "DE")).sessions()).isZero();
        assertThat(totals(Filter.contains(SessionDimension.COUNTRY, "")).sessions())
                .isZero();
    }

    @Test
    void everyFunnelStepNeedsItsOwnHit() {
        view(0, "v", "/a");
        Funnel twice = Funnel.of(GoalRule.page("first", "/a"), GoalRule.page("again", "/a"));
        assertThat(steps(twice)).containsExactly(1L, 0L);
        view(5, "v", "/a");
        assertThat(steps(twice)).containsExactly(1L, 1L);
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void invalidDurationsAreRefused() {
        Funnel funnel = Funnel.of(GoalRule.event("a"), GoalRule.event("b"));
        for (Duration time :
                new Duration[] {null, Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertThatThrownBy(() -> GoalRule.stay("g", time))
                    .isInstanceOf(Rejected.class)
                    .hasMessage("the session of goal g is %s; it must be longer than 0 and at most 3652425 days", time);
            assertThatThrownBy(() -> funnel.within(time))
                    .isInstanceOf(Rejected.class)
                    .hasMessageContaining("a funnel has a window of " + time);
        }
        assertThatThrownBy(() -> Goal.stay("a", "g", null))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("has null seconds");
    }

    @Test
    void windowOfAFunnelStartsAtTheLatestFirstStep() {
        view(0, "v", "/a");
        view(50, "v", "/a");
        view(100, "v", "/b");
        Funnel quick = Funnel.of(GoalRule.page("a", "/a"), GoalRule.page("b", "/b"));
        assertThat(steps(quick.within(Duration.ofSeconds(50)))).containsExactly(1L, 1L);
        assertThat(steps(quick.within(Duration.ofSeconds(49)))).containsExactly(1L, 0L);
    }

    private List<Long> steps(Funnel funnel) {
        return HitStats.of(TrafficQuery.of(DAYS)).funnel(funnel, hits.iterator()).stream()
                .map(FunnelStep::visitors)
                .toList();
    }

    @Test
    void changeIsRelativeToTheValueBefore() {
        TrafficTotals before = new TrafficTotals(4, 2, 10, 0, 1, 10, 0, Map.of());
        TrafficTotals now = new TrafficTotals(5, 2, 5, 3, 0, 5, 40, Map.of());
        PeriodComparison comparison = new PeriodComparison(now, before);
        assertThat(comparison.change(Metric.VISITORS)).hasValue(0.25);
        assertThat(comparison.change(Metric.PAGE_VIEWS)).hasValue(-0.5);
        assertThat(comparison.change(Metric.BOUNCE_RATE)).hasValue(-1);
        assertThat(comparison.change(Metric.EVENTS)).isEmpty();
        assertThat(comparison.change(Metric.VISIT_DURATION)).isEmpty();
    }

    @Test
    void readingStopsWhenNoSessionCanContinue() {
        view(86_000, "v", "/a");
        view(86_400 + 600, "v", "/a");
        view(86_400 + 700, "w", "/a");
        view(86_400 + 4_000, "w", "/a");
        Iterator<Hit> endless = new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Hit next() {
                return hits.get(next++);
            }
        };
        assertThat(HitStats.of(TrafficQuery.of(DAYS)).totals(endless).secondsOfSessions())
                .isEqualTo(1_000);
    }

    @Test
    void tooManyHitsAreRefused() {
        view(0, "v", "/a");
        view(1, "v", "/a");
        view(2, "w", "/a");
        SessionReader sessions = new SessionReader(hits.iterator(), DAYS.range(), 2);
        assertThatThrownBy(sessions::hasNext)
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "there are more than 2 hits to count one by one; query fewer days, or query without filters");
    }

    @Test
    void invalidQueriesAreRefused() {
        GoalRule goal = GoalRule.event("Signup");
        assertThatThrownBy(() -> Funnel.of(goal))
                .isInstanceOf(Rejected.class)
                .hasMessage("a funnel has 1 steps; it must have from 2 to 8");
        assertThatThrownBy(() -> Funnel.of(goal, goal).within(Duration.ofDays(2)))
                .isInstanceOf(Rejected.class)
                .hasMessageStartingWith(
                        "a funnel has a window of PT48H; it must be longer than zero and at most" + " PT24H");
        assertThatThrownBy(() -> GoalRule.stay("long", Duration.ZERO))
                .isInstanceOf(Rejected.class)
                .hasMessage("the session of goal long is PT0S; it must be longer than 0 and at most 3652425 days");
        assertThatThrownBy(() -> Filter.is(HitDimension.PAGE))
                .isInstanceOf(Rejected.class)
                .hasMessage("a filter by page has 0 values; give 1 to 100");
        assertThatThrownBy(() ->
                        new TrafficQuery(DAYS, Collections.nCopies(21, Filter.is(new EventProperty("plan"), "pro"))))
                .isInstanceOf(Rejected.class)
                .hasMessage("the query has 21 filters; the limit is 20");
        assertThatThrownBy(() -> new Breakdown.Page(0, 1_001))
                .isInstanceOf(Rejected.class)
                .hasMessage("limit is 1001 and offset 0; the limit must be from 1 to 1000 and the offset 0 or more");
        assertThatThrownBy(() -> HitStats.of(TrafficQuery.of(DAYS)).goals(List.of(), hits.iterator()))
                .isInstanceOf(Rejected.class)
                .hasMessage("the query has 0 goals; give 1 to 100");
    }
}
