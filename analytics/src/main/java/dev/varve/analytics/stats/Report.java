package dev.varve.analytics.stats;

import dev.varve.key.Grain;
import java.util.List;

/**
 * The totals of a number of days, and of each point in time.
 *
 * @param visitorsAtLeast the lower bound of the visitors in total; from rows, it holds in 97.7 of 100 cases
 * @param visitorsAtMost the upper bound; equal to the visitors if hits were counted
 * @param points each hour, day or month, including empty ones; their visitors do not add up to the total
 */
public record Report(
        LocalDays days,
        Grain grain,
        TrafficTotals totals,
        long visitorsAtLeast,
        long visitorsAtMost,
        List<TrafficPoint> points) {

    public Report {
        points = List.copyOf(points);
    }

    /** Returns a report with exact counts. */
    public static Report counted(LocalDays days, Grain grain, TrafficTotals totals, List<TrafficPoint> points) {
        return new Report(days, grain, totals, totals.visitors(), totals.visitors(), points);
    }
}
