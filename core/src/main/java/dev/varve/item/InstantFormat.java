package dev.varve.item;

/**
 * How an {@code Instant} is stored. Each form sorts like the instants themselves; an instant finer than its form is
 * refused, not cut. The text forms keep years 0001 to 9999 and read each other's texts.
 */
public enum InstantFormat {
    /** A text without fraction: {@code 2026-04-20T14:00:00Z}. */
    SECONDS,
    /** A text with three digits of fraction: {@code 2026-04-20T14:00:00.250Z}. */
    MILLIS,
    /** A text with nine digits of fraction, which holds any instant: {@code 2026-04-20T14:00:00.250000000Z}. */
    NANOS,
    /** The number of seconds since 1970, as DynamoDB's TTL wants it. */
    EPOCH_SECONDS,
    /** The number of milliseconds since 1970. */
    EPOCH_MILLIS
}
