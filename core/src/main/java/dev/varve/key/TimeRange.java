package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.text.ClockText;
import java.time.Instant;

/** A half-open range of instants, {@code [from, to)}: {@code from} is included, {@code to} is not. */
public record TimeRange(Instant from, Instant to) {

    public TimeRange {
        if (from.isAfter(to)) {
            throw new Rejected(
                    "key.range-backwards",
                    "range [" + ClockText.show(from) + ", " + ClockText.show(to)
                            + ") ends before it starts; swap its bounds. To read newest first, reverse the order of"
                            + " the query instead");
        }
    }

    /** Returns the range {@code [from, to)}. */
    public static TimeRange of(Instant from, Instant to) {
        return new TimeRange(from, to);
    }

    /** Returns all time. */
    public static TimeRange all() {
        return new TimeRange(Instant.MIN, Instant.MAX);
    }

    /** Returns all time from an instant on. */
    public static TimeRange from(Instant from) {
        return new TimeRange(from, Instant.MAX);
    }

    /** Returns all time before an instant. */
    public static TimeRange until(Instant to) {
        return new TimeRange(Instant.MIN, to);
    }

    /** Returns whether the instant lies in {@code [from, to)}. */
    public boolean contains(Instant instant) {
        return !instant.isBefore(from) && instant.isBefore(to);
    }

    /** Returns whether no instant lies in this range. */
    public boolean isEmpty() {
        return from.equals(to);
    }
}
