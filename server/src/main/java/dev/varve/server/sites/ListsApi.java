package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.goal.Funnel;
import dev.varve.analytics.goal.GoalRule;
import dev.varve.analytics.stats.Breakdown;
import dev.varve.analytics.stats.BreakdownRow;
import dev.varve.analytics.stats.Dimension;
import dev.varve.analytics.stats.EventProperty;
import dev.varve.analytics.stats.FunnelStep;
import dev.varve.analytics.stats.GoalResult;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.analytics.stats.PageTimes;
import dev.varve.analytics.stats.StatsResult;
import dev.varve.error.Rejected;
import dev.varve.server.api.Explained;
import dev.varve.server.api.sites.FunnelJson;
import dev.varve.server.api.sites.SiteBreakdown;
import dev.varve.server.api.sites.SiteMetric;
import dev.varve.server.api.sites.SitePageTimes;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Routes of breakdowns, reached goals and funnels. */
public final class ListsApi {

    private static final int DEFAULT = 10;
    private static final int MOST = 1_000;
    private static final double PERCENT = 100;

    /** A page token: the number of rows before the page. */
    private static final Pattern TOKEN = Pattern.compile("o[0-9]{1,9}");

    private static final List<String> COLUMNS = List.of("value", "count", "share", "visitors", "conversionRate");

    private static final String REVENUE = "revenue.";

    private final AnalyticsStore store;

    public ListsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/breakdown", this::breakdown).described(SiteOperations.BREAKDOWN),
                Route.get("/api/v1/sites/{id}/page-times", this::pageTimes).described(SiteOperations.PAGE_TIMES),
                Route.get("/api/v1/sites/{id}/funnels", this::funnel).described(SiteOperations.FUNNEL));
    }

    private Object breakdown(ApiRequest request) {
        SiteQuery siteQuery = SiteQuery.of(store, request);
        String by = request.text("by", "page");
        Breakdown.Page page = new Breakdown.Page(offset(request), request.count("limit", DEFAULT, MOST));
        if (by.equals(Dimensions.GOAL)) {
            return request.wantsExplanation()
                    ? Explained.of(siteQuery.query().explainCounting())
                    : goals(siteQuery, page);
        }
        Dimension dimension = Dimensions.of(by);
        if (request.wantsExplanation()) {
            return Explained.of(
                    dimension instanceof EventProperty
                            ? siteQuery.query().explainCounting()
                            : siteQuery.query().explain());
        }
        StatsResult<Breakdown> answer = siteQuery.query().breakdown(dimension, page);
        Breakdown found = answer.value();
        boolean goesOn = page.offset() + found.rows().size() < found.values()
                && !found.rows().isEmpty();
        return new Listed(by, Dimensions.metric(dimension), answer.days())
                .rows(
                        found.rows().stream().map(ListsApi::shown).toList(),
                        !found.isExact(),
                        goesOn ? page.next() : null);
    }

    private static int offset(ApiRequest request) {
        String token = request.text("page", "o0");
        if (!TOKEN.matcher(token).matches()) {
            throw new Rejected(
                    "ask.page",
                    "\"%s\" is not a page token: pass the \"next\" of an answer".formatted(EnumTexts.shown(token)));
        }
        return Integer.parseInt(token.substring(1));
    }

    private static SiteBreakdown.Row shown(BreakdownRow share) {
        return new SiteBreakdown.Row(
                share.value(),
                share.count(),
                share.percentage() / PERCENT,
                share.visitors().isPresent() ? share.visitors().getAsLong() : null,
                null,
                null);
    }

    /** The common part of the rows of an answer. */
    private record Listed(String by, SiteMetric metric, LocalDays days) {

        TabularAnswer rows(List<SiteBreakdown.Row> rows, boolean isApproximate, Breakdown.@Nullable Page next) {
            return TabularAnswer.of(json(rows, isApproximate, next), rows, COLUMNS.toArray(String[]::new));
        }

        private SiteBreakdown json(List<SiteBreakdown.Row> rows, boolean isApproximate, Breakdown.@Nullable Page next) {
            return new SiteBreakdown(
                    by, metric, SiteQuery.period(days), rows, isApproximate, next == null ? null : "o" + next.offset());
        }

        /** In CSV, each currency of revenue has a column. */
        TabularAnswer ofGoals(List<GoalResult> goals, Breakdown.@Nullable Page next) {
            List<String> columns = new ArrayList<>(COLUMNS);
            goals.stream()
                    .flatMap(goal -> goal.revenue().keySet().stream())
                    .distinct()
                    .sorted()
                    .forEach(currency -> columns.add(REVENUE + currency));
            List<SiteBreakdown.Row> rows = goals.stream().map(ListsApi::shown).toList();
            List<Map<String, ?>> cells = new ArrayList<>();
            for (SiteBreakdown.Row row : rows) {
                Map<String, @Nullable Object> cell = new LinkedHashMap<>();
                cell.put("value", row.value());
                cell.put("count", row.count());
                cell.put("share", row.share());
                cell.put("visitors", row.visitors());
                cell.put("conversionRate", row.conversionRate());
                if (row.revenue() != null) {
                    row.revenue().forEach((currency, amount) -> cell.put(REVENUE + currency, amount));
                }
                cells.add(cell);
            }
            return new TabularAnswer(json(rows, false, next), columns, cells);
        }
    }

    private Object pageTimes(ApiRequest request) {
        SiteQuery siteQuery = SiteQuery.of(store, request);
        if (request.wantsExplanation()) {
            return Explained.of(siteQuery.query().explainCounting());
        }
        Breakdown.Page page = new Breakdown.Page(offset(request), request.count("limit", DEFAULT, MOST));
        StatsResult<PageTimes> answer = siteQuery.query().pageTimes(page);
        PageTimes found = answer.value();
        List<SitePageTimes.Row> rows = found.rows().stream()
                .map(time -> new SitePageTimes.Row(time.path(), time.views(), time.average()))
                .toList();
        boolean goesOn = page.offset() + rows.size() < found.pages() && !rows.isEmpty();
        String next = goesOn ? "o" + page.next().offset() : null;
        return TabularAnswer.of(
                new SitePageTimes(SiteQuery.period(answer.days()), rows, next), rows, "page", "views", "seconds");
    }

    /** Returns the reached goals; those with the most visitors come first. */
    private Object goals(SiteQuery siteQuery, Breakdown.Page page) {
        List<GoalRule> rules = store.goalRules(siteQuery.siteId());
        if (rules.isEmpty()) {
            return new Listed(Dimensions.GOAL, SiteMetric.VISITORS, siteQuery.days()).ofGoals(List.of(), null);
        }
        StatsResult<List<GoalResult>> answer = siteQuery.query().goals(rules);
        List<GoalResult> met = answer.value().stream()
                .filter(goal -> goal.conversions() > 0)
                .sorted(Comparator.comparingLong(GoalResult::visitors)
                        .thenComparingLong(GoalResult::conversions)
                        .reversed()
                        .thenComparing(GoalResult::goal))
                .toList();
        List<GoalResult> shown =
                met.stream().skip(page.offset()).limit(page.limit()).toList();
        boolean goesOn = page.offset() + shown.size() < met.size() && !shown.isEmpty();
        return new Listed(Dimensions.GOAL, SiteMetric.VISITORS, answer.days())
                .ofGoals(shown, goesOn ? page.next() : null);
    }

    private static SiteBreakdown.Row shown(GoalResult goal) {
        return new SiteBreakdown.Row(
                goal.goal(),
                goal.conversions(),
                goal.rate().orElse(0),
                goal.visitors(),
                goal.rate().orElse(0),
                goal.revenue());
    }

    /**
     * Answers a funnel: {@code rate} is the share of all visitors who reached a step, {@code dropOff} the share of the
     * visitors of the step before who did not.
     */
    private Object funnel(ApiRequest request) {
        SiteQuery siteQuery = SiteQuery.of(store, request);
        String ids = request.text("funnel")
                .map(id -> saved(siteQuery.siteId(), id))
                .orElseGet(() -> request.required("steps"));
        if (request.wantsExplanation()) {
            return Explained.of(siteQuery.query().explainCounting());
        }
        List<Goal> goals = steps(siteQuery, ids);
        StatsResult<List<FunnelStep>> answer = siteQuery
                .query()
                .funnel(Funnel.of(goals.stream().map(Goal::rule).toArray(GoalRule[]::new)));
        List<FunnelStep> found = answer.value();
        long all = found.get(0).visitors() + found.get(0).dropOff();
        List<FunnelJson.Step> steps = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            FunnelStep step = found.get(i);
            steps.add(new FunnelJson.Step(
                    goals.get(i).goalId(),
                    step.goal(),
                    step.visitors(),
                    share(step.visitors(), all),
                    share(step.dropOff(), step.visitors() + step.dropOff())));
        }
        return TabularAnswer.of(
                new FunnelJson(SiteQuery.period(answer.days()), steps),
                steps,
                "goalId",
                "name",
                "visitors",
                "rate",
                "dropOff");
    }

    private String saved(String siteId, String funnelId) {
        return store.funnel(siteId, funnelId)
                .map(funnel -> String.join(",", funnel.goalIds()))
                .orElseThrow(() -> FunnelsApi.missing(siteId, funnelId));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private List<Goal> steps(SiteQuery siteQuery, String ids) {
        Map<String, Goal> known = new LinkedHashMap<>();
        store.goals(siteQuery.siteId()).forEach(goal -> known.put(goal.goalId(), goal));
        List<Goal> steps = new ArrayList<>();
        for (String id : ids.split(",")) {
            Goal goal = known.get(id);
            if (goal == null) {
                throw new Rejected(
                        "funnel.goal",
                        "site %s has no goal \"%s\"; it has %s"
                                .formatted(siteQuery.siteId(), EnumTexts.shown(id), known.keySet()));
            }
            steps.add(goal);
        }
        return steps;
    }
}
