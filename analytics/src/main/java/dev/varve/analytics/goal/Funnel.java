package dev.varve.analytics.goal;

import dev.varve.error.Rejected;
import java.time.Duration;
import java.util.List;

/**
 * Goals that one visitor meets one after the other.
 *
 * @param window the longest time from the first to the last step; at most a day, because visitors' ids change daily
 */
public record Funnel(List<GoalRule> steps, Duration window) {

    static final int MIN_STEPS = 2;
    static final int MAX_STEPS = 8;
    static final Duration MAX_WINDOW = Duration.ofDays(1);

    public Funnel {
        steps = List.copyOf(steps);
        if (steps.size() < MIN_STEPS || steps.size() > MAX_STEPS) {
            throw new Rejected(
                    "stats.funnel-steps",
                    "a funnel has %s steps; it must have from %s to %s".formatted(steps.size(), MIN_STEPS, MAX_STEPS));
        }
        if (window == null || window.isZero() || window.isNegative() || window.compareTo(MAX_WINDOW) > 0) {
            throw new Rejected(
                    "stats.funnel-window",
                    "a funnel has a window of %s; it must be longer than zero and at most %s, because visitors"
                                    .formatted(window, MAX_WINDOW)
                            + " have another id the next day");
        }
    }

    /** Returns a funnel with a window of one day. */
    public static Funnel of(GoalRule... steps) {
        return new Funnel(List.of(steps), MAX_WINDOW);
    }

    public Funnel within(Duration newWindow) {
        return new Funnel(steps, newWindow);
    }
}
