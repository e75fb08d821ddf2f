package dev.varve.internal;

import dev.varve.error.Rejected;
import java.time.Duration;

/** Delays that double from the first to the longest. */
public record ExponentialBackoff(Duration first, Duration longest) {

    private static final int MAX_DOUBLINGS = 30;

    public ExponentialBackoff {
        if (first.isNegative() || first.compareTo(longest) > 0) {
            throw new Rejected(
                    "feed.waits",
                    "the first wait is %s and the longest is %s; the first must be from 0 up to the longest"
                            .formatted(first, longest));
        }
    }

    /** Returns the delay after this number of failures in a row, counted from 1. */
    public Duration after(int failures) {
        long factor = 1L << Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
        // Divides first: the product of a long wait and the factor can overflow.
        return first.compareTo(longest.dividedBy(factor)) > 0 ? longest : first.multipliedBy(factor);
    }
}
