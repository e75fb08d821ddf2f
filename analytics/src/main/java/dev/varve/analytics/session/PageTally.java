package dev.varve.analytics.session;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts how often pages were looked at, and names those looked at most. */
final class PageTally {

    /** A row and an answer name so many pages. */
    static final int MOST = 50;

    private final Map<String, Long> views = new HashMap<>();

    void add(String path, long count) {
        // A map of an item has no empty names.
        views.merge(path.isEmpty() ? "/" : LoggedHit.cut(path), count, Long::sum);
    }

    /** Returns the pages looked at most, the first most of all; of equals those that sort first. */
    Map<String, Long> top() {
        Map<String, Long> top = new LinkedHashMap<>();
        views.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .forEach(page -> top.put(page.getKey(), page.getValue()));
        return top;
    }
}
