package dev.varve.server.api.sites;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One number over a period, as parallel lists.
 *
 * @param period The days.
 * @param metric The number.
 * @param interval The time of one point.
 * @param t The start of each point in the time zone of the site: a date, or a date and a time.
 * @param values The values; null for points in the future and for rates of no sessions.
 * @param before The values of the earlier period; null where there is nothing to compare with.
 */
public record SiteSeries(
        PeriodJson period,
        SiteMetric metric,
        Interval interval,
        List<String> t,
        List<@Nullable Number> values,
        @Nullable List<@Nullable Number> before) {

    /** The time of one point. */
    public enum Interval {
        MINUTE,
        HOUR,
        DAY,
        MONTH
    }
}
