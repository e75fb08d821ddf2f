package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.analytics.Goal;
import org.jspecify.annotations.Nullable;

/**
 * A goal of a site.
 *
 * @param goalId The id.
 * @param name The name.
 * @param kind What meets the goal: a page view, an event, or a session of some length.
 * @param match How the pattern is compared; null for a goal of kind {@code duration}.
 * @param pattern The path of the page, or the name of the event.
 * @param seconds The length of the session for a goal of kind {@code duration}.
 * @param value The name of the property of the event that is summed as revenue; absent for the revenue of the event.
 * @param currency The currency of the value.
 */
public record GoalJson(
        String goalId,
        String name,
        Goal.Kind kind,
        Goal.@Nullable Match match,
        @Nullable String pattern,
        @Nullable Long seconds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String value,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String currency) {

    public static GoalJson of(Goal goal) {
        return new GoalJson(
                goal.goalId(),
                goal.name(),
                goal.kind(),
                goal.match(),
                goal.pattern(),
                goal.duration(),
                goal.value(),
                goal.currency());
    }
}
