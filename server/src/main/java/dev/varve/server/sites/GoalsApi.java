package dev.varve.server.sites;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.server.http.ApiRequest;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import dev.varve.server.http.TabularAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The goals of sites. */
public final class GoalsApi {

    /** As many as are counted in one pass. */
    private static final int MOST = 100;

    private static final List<String> COLUMNS = List.of("goalId", "name", "kind", "match", "pattern", "seconds");

    private final AnalyticsStore store;

    public GoalsApi(AnalyticsStore store) {
        this.store = store;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/v1/sites/{id}/goals", this::list),
                Route.get("/api/v1/sites/{id}/goals/{goal}", this::get),
                Route.put("/api/v1/sites/{id}/goals/{goal}", this::put),
                Route.delete("/api/v1/sites/{id}/goals/{goal}", this::delete));
    }

    private Object list(ApiRequest ask) {
        List<Map<String, Object>> goals = store.goals(SiteQuery.site(store, ask).siteId()).stream()
                .map(GoalsApi::shown)
                .toList();
        return new TabularAnswer(Map.of("goals", goals), COLUMNS, List.copyOf(goals));
    }

    private static Map<String, Object> shown(Goal goal) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("goalId", goal.goalId());
        shown.put("name", goal.name());
        shown.put("kind", EnumTexts.of(goal.kind()));
        shown.put("match", goal.match() == null ? null : EnumTexts.of(goal.match()));
        shown.put("pattern", goal.pattern());
        shown.put("seconds", goal.duration());
        return shown;
    }

    private Object get(ApiRequest ask) {
        return store.goal(SiteQuery.site(store, ask).siteId(), ask.path("goal"))
                .map(GoalsApi::shown)
                .orElseThrow(() -> missing(ask));
    }

    private static NotFound missing(ApiRequest ask) {
        return new NotFound("site %s has no goal %s".formatted(ask.path("id"), EnumTexts.shown(ask.path("goal"))));
    }

    private Object put(ApiRequest ask) {
        Site site = SiteQuery.site(store, ask);
        Goal goal = goal(site.siteId(), ask.path("goal"), ask.json());
        List<Goal> others = store.goals(site.siteId()).stream()
                .filter(other -> !other.goalId().equals(goal.goalId()))
                .toList();
        if (others.size() >= MOST) {
            throw new Rejected(
                    "goal.too-many",
                    "site %s has %s goals, and cannot have more: delete one first".formatted(site.siteId(), MOST));
        }
        store.putGoal(goal);
        return shown(goal);
    }

    private static Goal goal(String siteId, String goalId, JsonNode body) {
        EnumTexts.text(body, "goalId").filter(id -> !id.equals(goalId)).ifPresent(id -> {
            throw new Rejected(
                    "goal.id",
                    "the address is of goal %s and the body of %s: they must be the same"
                            .formatted(EnumTexts.shown(goalId), EnumTexts.shown(id)));
        });
        Goal.Kind kind = EnumTexts.text(body, "kind")
                .map(word -> EnumTexts.constant(Goal.Kind.class, "kind", word))
                .orElseThrow(
                        () -> new Rejected("goal.kind", "the kind of the goal is missing: page, event or duration"));
        Goal.Match match = EnumTexts.text(body, "match")
                .map(word -> EnumTexts.constant(Goal.Match.class, "match", word))
                .orElse(kind == Goal.Kind.DURATION ? null : Goal.Match.EXACT);
        String pattern = EnumTexts.text(body, "pattern").orElse(null);
        Long seconds = seconds(body);
        String name = EnumTexts.text(body, "name").orElse(pattern == null ? goalId : EnumTexts.shown(pattern));
        return new Goal(siteId, goalId, name, kind, match, pattern, seconds, null);
    }

    private static @Nullable Long seconds(JsonNode body) {
        JsonNode seconds = body.get("seconds");
        if (seconds == null || seconds.isNull()) {
            return null;
        }
        if (!seconds.isIntegralNumber() || !seconds.canConvertToLong()) {
            throw new Rejected("goal.seconds", "the seconds of the goal must be a whole number, such as 180");
        }
        return seconds.longValue();
    }

    private Object delete(ApiRequest ask) {
        EntityOutcome.OfDelete<Goal> outcome =
                store.deleteGoal(SiteQuery.site(store, ask).siteId(), ask.path("goal"));
        if (outcome instanceof EntityOutcome.Missing) {
            throw missing(ask);
        }
        return Reply.empty(204);
    }
}
