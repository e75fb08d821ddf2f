package dev.varve.analytics.session;

import dev.varve.item.Bytes;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The row of one minute of a site.
 *
 * @param at the start of the minute
 * @param currentVisitors the number of visitors with a page view
 * @param activePages the most viewed pages with their page views
 * @param visitors a sketch of the visitors, to count them over several minutes; null if there are none
 * @param version the number of times the row was written
 */
public record RealtimeMinute(
        String siteId,
        Instant at,
        long currentVisitors,
        long pageViews,
        Map<String, Long> activePages,
        @Nullable Bytes visitors,
        long version) {

    public RealtimeMinute {
        activePages = Map.copyOf(activePages);
    }
}
