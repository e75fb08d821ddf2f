package dev.varve.analytics.stats;

/**
 * How long visitors saw a page.
 *
 * @param views the page views in sessions that reported a time for this page
 * @param seconds the sum of the reported times, in which the page was visible
 */
public record PageTime(String path, long views, long seconds) {

    /** Returns the average time of a page view in seconds. */
    public double average() {
        return (double) seconds / views;
    }
}
