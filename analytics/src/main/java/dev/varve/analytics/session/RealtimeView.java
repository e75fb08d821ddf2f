package dev.varve.analytics.session;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens on a site these minutes, {@code [from, to)}.
 *
 * @param visitors how many different visitors looked at a page
 * @param pageViews how many pages were looked at
 * @param activePages the pages that were looked at most, the first most of all
 * @param minutes the page views of each minute in which there were some, by its start
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
