package dev.varve.server.api.sites;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long visitors saw the pages of a site.
 *
 * @param period The days.
 * @param rows The pages; those with the most views first.
 * @param next The token of the next page; null on the last page.
 */
public record SitePageTimes(
        PeriodJson period, List<Row> rows, @Nullable String next) {

    /**
     * The time on one page.
     *
     * @param page The path.
     * @param views The page views in sessions that reported a time for this page.
     * @param seconds The average time for which a view was visible, in seconds.
     */
    public record Row(String page, long views, double seconds) {}

    public SitePageTimes {
        rows = List.copyOf(rows);
    }
}
