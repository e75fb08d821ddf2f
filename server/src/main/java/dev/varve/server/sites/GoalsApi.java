package dev.varve.server.sites;

import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import dev.varve.analytics.goal.GoalValue;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.server.api.sites.GoalBody;
import dev.varve.server.api.sites.GoalJson;
import dev.varve.server.api.sites.GoalPage;
import dev.varve.server.http.answer.NotFound;
import dev.varve.server.http.answer.Reply;
import dev.varve.server.http.answer.TabularAnswer;
import dev.varve.server.http.route.ApiRequest;
import dev.varve.server.http.route.Route;
import java.util.List;
import java.util.Optional;

/** Routes of the goals of sites. */
public final class GoalsApi {

    /** The largest number of goals that are counted in one pass. */
    private static final int MOST = 100;

    private final AnalyticsStore store;

    public GoalsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/goals", this::list).described(SiteOperations.GOALS),
                Route.get("/api/v1/sites/{id}/goals/{goal}", this::get).described(SiteOperations.GOAL),
                Route.put("/api/v1/sites/{id}/goals/{goal}", this::put).described(SiteOperations.PUT_GOAL),
                Route.delete("/api/v1/sites/{id}/goals/{goal}", this::delete).described(SiteOperations.DELETE_GOAL));
    }

    private Object list(ApiRequest request) {
        List<GoalJson> goals = store.goals(SiteQuery.site(store, request).siteId()).stream()
                .map(GoalJson::of)
                .toList();
        return TabularAnswer.of(
                new GoalPage(goals),
                goals,
                "goalId",
                "name",
                "kind",
                "match",
                "pattern",
                "seconds",
                "value",
                "currency");
    }

    private Object get(ApiRequest request) {
        return store.goal(SiteQuery.site(store, request).siteId(), request.path("goal"))
                .map(GoalJson::of)
                .orElseThrow(() -> missing(request));
    }

    private static NotFound missing(ApiRequest request) {
        return new NotFound(
                "site %s has no goal %s".formatted(request.path("id"), EnumTexts.shown(request.path("goal"))));
    }

    private Object put(ApiRequest request) {
        Site site = SiteQuery.site(store, request);
        Goal goal = goal(site.siteId(), request.path("goal"), request.json(GoalBody.class));
        List<Goal> others = store.goals(site.siteId()).stream()
                .filter(other -> !other.goalId().equals(goal.goalId()))
                .toList();
        if (others.size() >= MOST) {
            throw new Rejected(
                    "goal.too-many",
                    "site %s has %s goals, which is the limit: delete one first".formatted(site.siteId(), MOST));
        }
        store.putGoal(goal);
        return GoalJson.of(goal);
    }

    private static Goal goal(String siteId, String goalId, GoalBody body) {
        Optional.ofNullable(body.goalId()).filter(id -> !id.equals(goalId)).ifPresent(id -> {
            throw new Rejected(
                    "goal.id",
                    "the address names goal %s and the body goal %s: they must be the same"
                            .formatted(EnumTexts.shown(goalId), EnumTexts.shown(id)));
        });
        Goal.Kind kind = Optional.ofNullable(body.kind())
                .map(word -> EnumTexts.constant(Goal.Kind.class, "kind", word))
                .orElseThrow(
                        () -> new Rejected("goal.kind", "the kind of the goal is missing: page, event or duration"));
        Goal.Match match = Optional.ofNullable(body.match())
                .map(word -> EnumTexts.constant(Goal.Match.class, "match", word))
                .orElse(kind == Goal.Kind.DURATION ? null : Goal.Match.EXACT);
        String pattern = body.pattern();
        String name = body.name() != null ? body.name() : pattern == null ? goalId : EnumTexts.shown(pattern);
        String value = body.value();
        String currency = value != null && body.currency() == null ? GoalValue.NO_CURRENCY : body.currency();
        return new Goal(siteId, goalId, name, kind, match, pattern, body.seconds(), value, currency, null);
    }

    private Object delete(ApiRequest request) {
        EntityOutcome.OfDelete<Goal> outcome =
                store.deleteGoal(SiteQuery.site(store, request).siteId(), request.path("goal"));
        if (outcome instanceof EntityOutcome.Missing) {
            throw missing(request);
        }
        return Reply.empty(204);
    }
}
