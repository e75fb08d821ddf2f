package dev.varve.server.api.sites;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.analytics.Goal;
import dev.varve.server.api.Malformed;
import dev.varve.server.api.OneOf;
import org.jspecify.annotations.Nullable;

/**
 * A goal to create or to replace.
 *
 * @param goalId The id; the same as in the address.
 * @param name The name; the pattern by default.
 * @param kind What meets the goal: a page view, an event, or a session of some length.
 * @param match How the pattern is compared; {@code exact} by default.
 * @param pattern The path of the page, or the name of the event.
 * @param seconds The length of the session for a goal of kind {@code duration}.
 * @param value The name of a property of the event that is a number. It is summed as revenue, instead of the revenue of the
 *     event.
 * @param currency The currency of the value, such as {@code EUR}; {@code XXX} (none) by default.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GoalBody(
        @Nullable String goalId,
        @Nullable String name,
        @OneOf(Goal.Kind.class) @Nullable String kind,
        @OneOf(Goal.Match.class) @Nullable String match,
        @Nullable String pattern,

        @Malformed(code = "goal.seconds", message = "the seconds of the goal must be a whole number, such as 180")
        @Nullable
        Long seconds,

        @Nullable String value,
        @Nullable String currency) {}
