package dev.varve.analytics.stats;

import dev.varve.error.Rejected;
import java.util.ArrayList;
import java.util.List;

/**
 * Which hits and visits are counted.
 *
 * <p>Filters by page, hostname, event and property are about hits, all others about visits. A <em>hit</em> counts if it
 * lies in the days, its visit is chosen by all filters about visits, and it is itself chosen by all filters about hits. A
 * <em>visit</em> counts if it began in the days, is chosen by all filters about visits, and has at least one hit, whenever
 * that was, that all filters about hits choose. So with a filter by page, page views are those of that page, and visits,
 * bounces and durations are those of whole visits that came there.
 */
public record TrafficQuery(LocalDays days, List<Filter> filters) {

    static final int MAX_FILTERS = 20;

    public TrafficQuery {
        filters = List.copyOf(filters);
        if (filters.size() > MAX_FILTERS) {
            throw new Rejected(
                    "stats.filters", "there are %s filters; up to %s can be".formatted(filters.size(), MAX_FILTERS));
        }
    }

    public static TrafficQuery of(LocalDays days) {
        return new TrafficQuery(days, List.of());
    }

    /** Adds a filter; all must hold. */
    public TrafficQuery where(Filter filter) {
        List<Filter> more = new ArrayList<>(filters);
        more.add(filter);
        return new TrafficQuery(days, more);
    }

    /** Asks the same of other days. */
    public TrafficQuery over(LocalDays other) {
        return new TrafficQuery(other, filters);
    }
}
