package dev.varve.item;

/**
 * How an {@code Instant} is stored. Every format sorts by time. An instant that is finer than its format is rejected,
 * not truncated. The text formats support the years 0001 to 9999, and each can read the texts of the others.
 */
public enum InstantFormat {
    /** A text without fraction: {@code 2026-04-20T14:00:00Z}. */
    SECONDS,
    /** A text with three decimals: {@code 2026-04-20T14:00:00.250Z}. */
    MILLIS,
    /** A text with nine decimals, exact for every instant: {@code 2026-04-20T14:00:00.250000000Z}. */
    NANOS,
    /** The number of seconds since 1970, as DynamoDB's TTL expects it. */
    EPOCH_SECONDS,
    /** The number of milliseconds since 1970. */
    EPOCH_MILLIS
}
