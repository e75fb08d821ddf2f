package dev.varve.server.api.sites;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of a period.
 *
 * @param period The days.
 * @param metrics The numbers.
 * @param approximate Whether the number of visitors is an estimate.
 * @param source Whether rollups or the hits themselves were counted.
 * @param visitorDays Whether a visitor who came on two days counts twice.
 */
public record SiteStats(PeriodJson period, Metrics metrics, boolean approximate, Source source, boolean visitorDays) {

    /** What statistics were counted from. */
    public enum Source {
        ROLLUPS,
        RAW
    }

    /**
     * The numbers of a period.
     *
     * @param visitors The number of visitors.
     * @param sessions The number of sessions.
     * @param pageViews The number of page views.
     * @param viewsPerSession The number of page views per session.
     * @param bounceRate The share of sessions with one page view, from 0 to 1.
     * @param sessionDuration The mean duration of a session in seconds.
     */
    public record Metrics(
            Measured visitors,
            Measured sessions,
            Measured pageViews,
            Measured viewsPerSession,
            Measured bounceRate,
            Measured sessionDuration) {}

    /**
     * A number and its value in the period it is compared with.
     *
     * @param value The number; 0 for a rate of no sessions.
     * @param before The number of the earlier period; null where there is nothing to compare with.
     * @param change The relative change, such as 0.25 for a quarter more; null where there is nothing to compare with.
     */
    public record Measured(
            Number value, @Nullable Number before, @Nullable Double change) {}
}
