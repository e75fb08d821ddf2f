package dev.varve.analytics.stats;

import dev.varve.key.Grain;
import java.util.List;

/**
 * The numbers of some days, together and one after the other.
 *
 * @param visitorsAtLeast what the visitors of the whole are not below; where rows were added up, in 97.7 of 100 cases
 * @param visitorsAtMost what they are not above; the same as the visitors where hits were counted
 * @param points of each hour, day or month, those without hits included; visitors of the whole are not their sum
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

    /** A report of what was counted. */
    static Report counted(LocalDays days, Grain grain, TrafficTotals totals, List<TrafficPoint> points) {
        return new Report(days, grain, totals, totals.visitors(), totals.visitors(), points);
    }
}
