package dev.varve.server.sites;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.Goal;
import dev.varve.analytics.Site;
import dev.varve.core.Rejected;
import dev.varve.core.entity.EntityOutcome;
import dev.varve.server.http.Ask;
import dev.varve.server.http.NotFound;
import dev.varve.server.http.Reply;
import dev.varve.server.http.Route;
import dev.varve.server.http.Rows;
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

    private Object list(Ask ask) {
        List<Map<String, Object>> goals = store.goals(Asked.site(store, ask).siteId()).stream()
                .map(GoalsApi::shown)
                .toList();
        return new Rows(Map.of("goals", goals), COLUMNS, List.copyOf(goals));
    }

    private static Map<String, Object> shown(Goal goal) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("goalId", goal.goalId());
        shown.put("name", goal.name());
        shown.put("kind", Words.of(goal.kind()));
        shown.put("match", goal.match() == null ? null : Words.of(goal.match()));
        shown.put("pattern", goal.pattern());
        shown.put("seconds", goal.duration());
        return shown;
    }

    private Object get(Ask ask) {
        return store.goal(Asked.site(store, ask).siteId(), ask.path("goal"))
                .map(GoalsApi::shown)
                .orElseThrow(() -> missing(ask));
    }

    private static NotFound missing(Ask ask) {
        return new NotFound("site %s has no goal %s".formatted(ask.path("id"), Words.shown(ask.path("goal"))));
    }

    private Object put(Ask ask) {
        Site site = Asked.site(store, ask);
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
        Words.text(body, "goalId").filter(id -> !id.equals(goalId)).ifPresent(id -> {
            throw new Rejected(
                    "goal.id",
                    "the address is of goal %s and the body of %s: they must be the same"
                            .formatted(Words.shown(goalId), Words.shown(id)));
        });
        Goal.Kind kind = Words.text(body, "kind")
                .map(word -> Words.constant(Goal.Kind.class, "kind", word))
                .orElseThrow(
                        () -> new Rejected("goal.kind", "the kind of the goal is missing: page, event or duration"));
        Goal.Match match = Words.text(body, "match")
                .map(word -> Words.constant(Goal.Match.class, "match", word))
                .orElse(kind == Goal.Kind.DURATION ? null : Goal.Match.EXACT);
        String pattern = Words.text(body, "pattern").orElse(null);
        Long seconds = seconds(body);
        String name = Words.text(body, "name").orElse(pattern == null ? goalId : Words.shown(pattern));
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

    private Object delete(Ask ask) {
        EntityOutcome.OfDelete<Goal> outcome =
                store.deleteGoal(Asked.site(store, ask).siteId(), ask.path("goal"));
        if (outcome instanceof EntityOutcome.Missing) {
            throw missing(ask);
        }
        return Reply.empty(204);
    }
}
