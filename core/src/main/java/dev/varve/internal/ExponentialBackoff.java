package dev.varve.internal;

import dev.varve.error.Rejected;
import java.time.Duration;

/** Waits that double from the first to the longest. */
public record ExponentialBackoff(Duration first, Duration longest) {

    private static final int MOST_DOUBLINGS = 30;

    public ExponentialBackoff {
        if (first.isNegative() || first.compareTo(longest) > 0) {
            throw new Rejected(
                    "feed.waits", "waits grow from a first to a longest; given %s and %s".formatted(first, longest));
        }
    }

    /** Returns the wait after so many times in a row, counted from 1. */
    public Duration after(int times) {
        long factor = 1L << Math.min(Math.max(times - 1, 0), MOST_DOUBLINGS);
        // Divides first: the product of a long wait and the factor can overflow.
        return first.compareTo(longest.dividedBy(factor)) > 0 ? longest : first.multipliedBy(factor);
    }
}
