package dev.varve.analytics.stats;

import java.util.List;

/**
 * How long visitors saw the pages of a site.
 *
 * @param pages the number of pages with a time
 * @param rows some of them; those with the most views first
 */
public record PageTimes(int pages, List<Row> rows) {

    /**
     * How long visitors saw a page.
     *
     * @param views the page views in sessions that reported a time for this page
     * @param seconds the sum of the reported times, in which the page was visible
     */
    public record Row(String path, long views, long seconds) {

        /** Returns the average time of a page view in seconds. */
        public double average() {
            return (double) seconds / views;
        }
    }

    public PageTimes {
        rows = List.copyOf(rows);
    }
}
