package dev.varve.server.api.sites;

import java.time.LocalDate;
import java.util.List;

/**
 * The hits of a site that were received and not counted.
 *
 * @param period The days; they are days in UTC.
 * @param total The numbers of the period.
 * @param days The days with such hits, in their order.
 */
public record SiteDropped(PeriodJson period, Counts total, List<Day> days) {

    /**
     * Numbers of dropped hits by reason.
     *
     * @param bots Hits of bots, and hits without a user agent.
     * @param doNotTrack Hits with {@code DNT: 1}.
     * @param globalPrivacyControl Hits with {@code Sec-GPC: 1}.
     * @param withoutSession Times on a page that arrived when their session was over.
     * @param overRate Hits beyond the rate of one address.
     */
    public record Counts(long bots, long doNotTrack, long globalPrivacyControl, long withoutSession, long overRate) {}

    /**
     * The dropped hits of a day.
     *
     * @param day The day in UTC.
     * @param bots Hits of bots, and hits without a user agent.
     * @param doNotTrack Hits with {@code DNT: 1}.
     * @param globalPrivacyControl Hits with {@code Sec-GPC: 1}.
     * @param withoutSession Times on a page that arrived when their session was over.
     * @param overRate Hits beyond the rate of one address.
     */
    public record Day(
            LocalDate day, long bots, long doNotTrack, long globalPrivacyControl, long withoutSession, long overRate) {}

    public SiteDropped {
        days = List.copyOf(days);
    }
}
