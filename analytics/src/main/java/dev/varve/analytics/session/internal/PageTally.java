package dev.varve.analytics.session.internal;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts page views by page and returns the most viewed pages. */
public final class PageTally {

    /** The number of pages in a row and in a result. */
    static final int MOST = 50;

    private final Map<String, Long> views = new HashMap<>();

    public void add(String path, long count) {
        // DynamoDB maps have no empty names.
        views.merge(path.isEmpty() ? "/" : LoggedHit.cut(path), count, Long::sum);
    }

    /** Returns the most viewed pages in descending order; equal ones in the order of their paths. */
    public Map<String, Long> top() {
        Map<String, Long> top = new LinkedHashMap<>();
        views.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST)
                .forEach(page -> top.put(page.getKey(), page.getValue()));
        return top;
    }
}
