package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.goal.TextPattern;
import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.stats.internal.HitStats;
import dev.varve.analytics.stats.internal.TrafficQuery;
import dev.varve.key.Grain;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random traffic, counted in one pass and by a naive model. */
class HitStatsTest {

    private static final int SEEDS = 60;

    /** Days around changes of the clock, and zones that are not offset by full hours. */
    private static final List<Place> PLACES = List.of(
            new Place(ZoneId.of("UTC"), LocalDate.of(2026, 4, 20)),
            new Place(ZoneId.of("Europe/Berlin"), LocalDate.of(2026, 3, 29)),
            new Place(ZoneId.of("Europe/Berlin"), LocalDate.of(2026, 10, 25)),
            new Place(ZoneId.of("Asia/Kolkata"), LocalDate.of(2026, 2, 28)),
            new Place(ZoneId.of("America/St_Johns"), LocalDate.of(2026, 11, 1)),
            new Place(ZoneId.of("Australia/Lord_Howe"), LocalDate.of(2026, 4, 5)));

    private record Place(ZoneId zone, LocalDate day) {}

    /** The hits of one site, and a query. */
    private record Case(TrafficQuery query, List<Hit> hits, Naive naive) {
        HitStats stats() {
            return HitStats.of(query);
        }

        /** Returns the hits that the query reads. */
        Stream<Hit> reach() {
            var reach = HitStats.reach(query.days());
            return hits.stream().filter(hit -> reach.contains(hit.at()));
        }
    }

    private static Case draw(Draw draw) {
        Place place = draw.oneOf(PLACES);
        LocalDate from = place.day().minusDays(draw.below(3));
        LocalDays days = LocalDays.of(from, from.plusDays(draw.between(1, 4)), place.zone());
        Instant start = days.range().from().minus(Duration.ofHours(6));
        Duration length = Duration.between(start, days.range().to()).plusHours(6);
        List<Hit> hits = new Traffic(draw, "s-1").hits(start, length, draw.between(0, 60));
        TrafficQuery query = TrafficQuery.of(days);
        for (int i = draw.oneOf(0, 0, 1, 2, 3); i > 0; i--) {
            query = query.where(filter(draw));
        }
        return new Case(query, hits, new Naive(query, hits));
    }

    static Filter filter(Draw draw) {
        Dimension dimension = draw.oneOf(
                HitDimension.PAGE,
                HitDimension.HOSTNAME,
                HitDimension.EVENT,
                new EventProperty("plan"),
                draw.oneOf(SessionDimension.values()));
        List<String> values = draw.times(
                draw.between(1, 3),
                () -> draw.oneOf(
                        draw.oneOf(Traffic.PAGES),
                        draw.oneOf("Signup", "Purchase", "pro", "DE", "Mobile", "Google", "example.com"),
                        draw.oneOf("/b", "o", "shop", "/")));
        return new Filter(dimension, draw.oneOf(Filter.Match.values()), values);
    }

    static List<Dimension> dimensions() {
        List<Dimension> all = new ArrayList<>(List.of(HitDimension.values()));
        all.addAll(List.of(SessionDimension.values()));
        all.add(new EventProperty("plan"));
        all.add(new EventProperty("absent"));
        return all;
    }

    @Test
    void totalsAndPointsMatchTheNaiveModel() {
        Seeds.run(SEEDS, seed -> {
            Case drawn = draw(new Draw(seed));
            for (Grain grain : List.of(Grain.HOUR, Grain.DAY, Grain.MONTH)) {
                Report report = drawn.stats().report(grain, drawn.reach().iterator());
                assertThat(report.totals()).isEqualTo(drawn.naive().totals());
                Map<String, TrafficTotals> points = new TreeMap<>();
                TrafficTotals none = new TrafficTotals(0, 0, 0, 0, 0, 0, 0, Map.of());
                report.points().stream()
                        .filter(point -> !point.numbers().equals(none))
                        .forEach(point -> points.put(drawn.naive().label(grain, point.start()), point.numbers()));
                assertThat(points).isEqualTo(drawn.naive().points(grain));
            }
        });
    }

    @Test
    void breakdownsMatchTheNaiveModel() {
        Seeds.run(SEEDS, seed -> {
            Draw draw = new Draw(seed);
            Case drawn = draw(draw);
            for (Dimension dimension : dimensions()) {
                Breakdown.Page page = new Breakdown.Page(draw.below(3), draw.between(1, 6));
                assertThat(drawn.stats()
                                .breakdown(dimension, page, drawn.reach().iterator()))
                        .isEqualTo(drawn.naive().breakdown(dimension, page.offset(), page.limit()));
            }
        });
    }

    @Test
    void pagesOfABreakdownConcatenateToTheWhole() {
        Case drawn = draw(new Draw(7));
        List<BreakdownRow> whole = drawn.stats()
                .breakdown(
                        HitDimension.PAGE,
                        Breakdown.Page.first(100),
                        drawn.reach().iterator())
                .rows();
        List<BreakdownRow> parts = new ArrayList<>();
        for (Breakdown.Page page = Breakdown.Page.first(2); ; page = page.next()) {
            List<BreakdownRow> rows = drawn.stats()
                    .breakdown(HitDimension.PAGE, page, drawn.reach().iterator())
                    .rows();
            if (rows.isEmpty()) {
                break;
            }
            parts.addAll(rows);
        }
        assertThat(parts).hasSizeGreaterThan(3).isEqualTo(whole);
    }

    @Test
    void goalsMatchTheNaiveModel() {
        List<GoalRule> goals = List.of(
                GoalRule.page("thanks", "/thanks"),
                GoalRule.page("blog", TextPattern.of(TextPattern.Kind.PREFIX, "/blog")),
                GoalRule.page("post", "/blog/*"),
                GoalRule.event("Purchase"),
                GoalRule.stay("stayed", Duration.ofMinutes(20)));
        Seeds.run(SEEDS, seed -> {
            Case drawn = draw(new Draw(seed));
            Naive naive = drawn.naive();
            assertThat(drawn.stats().goals(goals, drawn.reach().iterator()))
                    .containsExactly(
                            naive.goal("thanks", isPage(List.of("/thanks"))),
                            naive.goal("blog", isPage(List.of("/blog", "/blog/a", "/blog/b/c"))),
                            naive.goal("post", isPage(List.of("/blog/a"))),
                            naive.goal("Purchase", isEvent("Purchase")),
                            naive.stay("stayed", Duration.ofMinutes(20)));
        });
    }

    @Test
    void funnelsMatchTheNaiveModel() {
        Seeds.run(SEEDS, seed -> {
            Draw draw = new Draw(seed);
            Case drawn = draw(draw);
            List<GoalRule> steps = new ArrayList<>();
            List<Predicate<Hit>> naive = new ArrayList<>();
            for (int i = draw.between(2, 4); i > 0; i--) {
                String page = draw.oneOf(Traffic.PAGES);
                String event = draw.oneOf(Traffic.EVENTS);
                Duration stay = Duration.ofMinutes(draw.between(1, 40));
                int kind = draw.below(4);
                steps.add(
                        kind == 0
                                ? GoalRule.event(event)
                                : kind == 1 ? GoalRule.stay("stay", stay) : GoalRule.page(page, page));
                naive.add(
                        kind == 0
                                ? isEvent(event)
                                : kind == 1 ? hit -> drawn.naive().isAfter(hit, stay) : isPage(List.of(page)));
            }
            Duration window = draw.oneOf(Duration.ofDays(1), Duration.ofMinutes(draw.between(1, 60)));
            List<FunnelStep> found = drawn.stats()
                    .funnel(new Funnel(steps, window), drawn.reach().iterator());
            List<Long> expected = drawn.naive().funnel(naive, window);
            for (int i = 0; i < found.size(); i++) {
                assertThat(found.get(i).visitors()).isEqualTo(expected.get(i + 1));
                assertThat(found.get(i).dropOff()).isEqualTo(expected.get(i) - expected.get(i + 1));
            }
        });
    }

    private static Predicate<Hit> isPage(List<String> paths) {
        return hit -> hit instanceof PageView && paths.contains(hit.path());
    }

    private static Predicate<Hit> isEvent(String name) {
        return hit -> hit instanceof CustomEvent event && event.name().equals(name);
    }
}
