package dev.varve.analytics.stats.internal;

import dev.varve.analytics.stats.Filter;
import dev.varve.analytics.stats.LocalDays;
import dev.varve.error.Rejected;
import java.util.ArrayList;
import java.util.List;

/**
 * The days and filters of a query.
 *
 * <p>Filters by page, hostname, event and property select hits; all others select sessions. A <em>hit</em> counts if it
 * lies in the days, if all session filters select its session, and all hit filters select the hit. A <em>session</em>
 * counts if it started in the days, if all session filters select it, and all hit filters select at least one of its hits,
 * at any time. So with a filter by page, page views are those of the page, and sessions, bounces and durations are those of
 * whole sessions that viewed it.
 */
public record TrafficQuery(LocalDays days, List<Filter> filters) {

    static final int MAX_FILTERS = 20;

    public TrafficQuery {
        filters = List.copyOf(filters);
        if (filters.size() > MAX_FILTERS) {
            throw new Rejected(
                    "stats.filters",
                    "the query has %s filters; the limit is %s".formatted(filters.size(), MAX_FILTERS));
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

    /** Returns this query over other days. */
    public TrafficQuery over(LocalDays other) {
        return new TrafficQuery(other, filters);
    }
}
