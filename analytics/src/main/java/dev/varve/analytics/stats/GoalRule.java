package dev.varve.analytics.stats;

import dev.varve.internal.Durations;
import java.time.Duration;

/** What a visitor must do for a goal to be met. */
public sealed interface GoalRule {

    /** Returns the name of the goal. */
    String name();

    /** Is met by every view of a page whose path is meant. */
    record Page(String name, TextPattern path) implements GoalRule {}

    /** Is met by every custom event whose name is meant. */
    record Event(String name, TextPattern event) implements GoalRule {}

    /** Is met by every visit of at least this duration, by its first hit that shows so. */
    record Stay(String name, Duration atLeast) implements GoalRule {
        public Stay {
            Durations.positive("stats.goal-duration", "the visit of goal " + name, atLeast, Durations.MAX);
        }
    }

    static GoalRule page(String name, String path) {
        return new Page(name, TextPattern.of(path));
    }

    static GoalRule page(String name, TextPattern path) {
        return new Page(name, path);
    }

    static GoalRule event(String name) {
        return new Event(name, TextPattern.of(TextPattern.Kind.EXACT, name));
    }

    static GoalRule event(String name, TextPattern event) {
        return new Event(name, event);
    }

    static GoalRule stay(String name, Duration atLeast) {
        return new Stay(name, atLeast);
    }
}
