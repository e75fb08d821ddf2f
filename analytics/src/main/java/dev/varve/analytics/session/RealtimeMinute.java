package dev.varve.analytics.session;

import dev.varve.item.Bytes;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened on a site in one minute.
 *
 * @param at the start of the minute
 * @param currentVisitors how many visitors looked at a page
 * @param activePages how often the pages were looked at that were looked at most
 * @param visitors a sketch of the visitors, to count those of several minutes once; null for none
 * @param version counts how often the row was made
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
