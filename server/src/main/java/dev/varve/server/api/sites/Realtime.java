package dev.varve.server.api.sites;

import java.util.List;

/**
 * The last 30 minutes of a site.
 *
 * @param visitors5 The number of visitors in the last 5 minutes.
 * @param visitors30 The number of visitors in the last 30 minutes.
 * @param pageViewsPerMinute The page views of each minute, oldest first.
 * @param pages The most viewed pages.
 * @param sources The sources of most visitors.
 */
public record Realtime(
        int visitors5, int visitors30, List<Long> pageViewsPerMinute, List<Counted> pages, List<Counted> sources) {

    /**
     * A value and how often it was counted.
     *
     * @param value The value.
     * @param count The count.
     */
    public record Counted(String value, long count) {}

    public Realtime {
        pageViewsPerMinute = List.copyOf(pageViewsPerMinute);
        pages = List.copyOf(pages);
        sources = List.copyOf(sources);
    }
}
