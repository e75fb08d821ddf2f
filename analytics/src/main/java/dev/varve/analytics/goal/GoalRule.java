package dev.varve.analytics.goal;

import dev.varve.internal.Durations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The condition of a goal. */
public sealed interface GoalRule {

    /** Returns the name of the goal. */
    String name();

    /** Is met by each page view whose path matches. */
    record Page(String name, TextPattern path) implements GoalRule {}

    /**
     * Is met by each custom event whose name matches.
     *
     * @param value what counts as revenue instead of the revenue of the event; null for that
     */
    record Event(String name, TextPattern event, @Nullable GoalValue value) implements GoalRule {}

    /** Is met by each session of at least this duration, at the first hit that reaches it. */
    record Stay(String name, Duration atLeast) implements GoalRule {
        public Stay {
            Durations.positive("stats.goal-duration", "the session of goal " + name, atLeast, Durations.MAX);
        }
    }

    static GoalRule page(String name, String path) {
        return new Page(name, TextPattern.of(path));
    }

    static GoalRule page(String name, TextPattern path) {
        return new Page(name, path);
    }

    static GoalRule event(String name) {
        return new Event(name, TextPattern.of(TextPattern.Kind.EXACT, name), null);
    }

    static GoalRule event(String name, TextPattern event) {
        return new Event(name, event, null);
    }

    /** Returns a rule for events whose property is summed as revenue. */
    static GoalRule event(String name, TextPattern event, GoalValue value) {
        return new Event(name, event, value);
    }

    static GoalRule stay(String name, Duration atLeast) {
        return new Stay(name, atLeast);
    }
}
