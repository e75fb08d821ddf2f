package dev.varve.analytics.stats;

/**
 * An answer, and what it is made of.
 *
 * @param days the days it is of; fewer than were asked for where hits of the first ones are not kept any more
 */
public record StatsResult<T>(T value, LocalDays days, Basis basis) {

    /** What statistics are made of. */
    public enum Basis {
        /** Rows of hours, days or months: for years. Different visitors are estimated beyond some hundred. */
        ROWS,
        /** The hits themselves, one by one: exact, with any filter, for as long as they are kept. */
        HITS
    }
}
