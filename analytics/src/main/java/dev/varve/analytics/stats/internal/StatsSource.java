package dev.varve.analytics.stats.internal;

import dev.varve.analytics.hit.CustomEvent;
import dev.varve.analytics.hit.Hit;
import dev.varve.analytics.hit.PageView;
import dev.varve.analytics.session.Session;
import dev.varve.key.TimeRange;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Explanation;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The series and the table from which statistics are computed.
 *
 * @param pageViews rolled up by {@link StatsRollups#ofPageViews}
 * @param events rolled up by {@link StatsRollups#ofEvents}
 * @param sessions rolled up by {@link StatsRollups#ofSessions}
 * @param table the table with the rows of all three
 */
public record StatsSource(
        OpenSeries<PageView> pageViews,
        OpenSeries<CustomEvent> events,
        OpenSeries<Session> sessions,
        BlockingTable table) {

    /** Returns the cost of reading the hits of a site in a range. */
    public List<Explanation> explainHits(String siteId, TimeRange range) {
        return List.of(
                pageViews.history(siteId).between(range.from(), range.to()).explain(),
                events.history(siteId).between(range.from(), range.to()).explain());
    }

    /** Passes the hits of a site in a range to a function, in order, as they are read. */
    public <T> T overHits(String siteId, TimeRange range, Function<Iterator<Hit>, T> count) {
        try (Stream<PageView> views = pageViews.history(siteId).between(range.from(), range.to()).stream();
                Stream<CustomEvent> done = events.history(siteId).between(range.from(), range.to()).stream()) {
            return count.apply(new MergedHits(views.iterator(), done.iterator()));
        }
    }
}
