package dev.varve.analytics.session;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The current activity of a site in {@code [from, to)}.
 *
 * @param visitors the number of distinct visitors with a page view
 * @param pageViews the number of page views
 * @param activePages the most viewed pages, in descending order
 * @param minutes the page views by the start of the minute, without empty minutes
 */
public record RealtimeView(
        Instant from,
        Instant to,
        long visitors,
        long pageViews,
        Map<String, Long> activePages,
        SortedMap<Instant, Long> minutes) {

    public RealtimeView {
        activePages = Collections.unmodifiableMap(new LinkedHashMap<>(activePages));
        minutes = Collections.unmodifiableSortedMap(new TreeMap<>(minutes));
    }
}
