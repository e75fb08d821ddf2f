package dev.varve.analytics.stats;

/**
 * A result and its source.
 *
 * @param days the days of the result; fewer than queried if the hits of the first days are no longer kept
 */
public record StatsResult<T>(T value, LocalDays days, Basis basis) {

    /** The source of statistics. */
    public enum Basis {
        /** Hourly, daily or monthly rows, kept for years. More than a few hundred distinct visitors are estimated. */
        ROWS,
        /** Hits, counted one by one: exact, with any filter, for as long as they are kept. */
        HITS
    }
}
