package dev.varve.rollup.internal.definition;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * The part of a bucket that has passed.
 *
 * @param from the start of the bucket, in epoch seconds
 * @param until its end, or now while the bucket is open
 */
public record Elapsed(BigDecimal from, BigDecimal until) {

    /** Returns the part of a bucket that has passed; nothing of one that begins later. */
    public static Elapsed of(Instant start, Instant end, Instant now) {
        Instant until = now.isBefore(end) ? now : end;
        return new Elapsed(Seconds.of(start), Seconds.of(until.isBefore(start) ? start : until));
    }
}
