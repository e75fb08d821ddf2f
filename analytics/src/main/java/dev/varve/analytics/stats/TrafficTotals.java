package dev.varve.analytics.stats;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the hits and visits of some time come to. Hits belong to the time they happened in, visits to that in which they
 * began.
 *
 * @param visitors different ids of visitors among the hits; over several days one person counts once a day, because ids
 *     change daily
 * @param visits visits that began
 * @param bounces those of them that were one page, or none, and nothing interactive
 * @param viewsOfVisits page views of these visits, of later days too
 * @param secondsOfVisits the durations of these visits together; one of a single hit lasts no time
 * @param revenue what events earned, by currency; without one under ISO's {@code XXX}
 */
public record TrafficTotals(
        long visitors,
        long visits,
        long pageViews,
        long events,
        long bounces,
        long viewsOfVisits,
        long secondsOfVisits,
        Map<String, BigDecimal> revenue) {

    /** ISO 4217's code where no currency is involved. */
    static final String NO_CURRENCY = "XXX";

    public TrafficTotals {
        revenue = plain(revenue);
    }

    /** Returns the share of visits that bounced, from 0 to 1; nothing where there were none. */
    public OptionalDouble bounceRate() {
        return share(bounces, visits);
    }

    /** Returns page views for each visit; nothing where there were none. */
    public OptionalDouble viewsPerVisit() {
        return share(viewsOfVisits, visits);
    }

    /** Returns the average duration of a visit in seconds, those of no time included; nothing where there were none. */
    public OptionalDouble visitDuration() {
        return share(secondsOfVisits, visits);
    }

    /** Zeros at the end of a decimal are not kept when it is stored, so they say nothing. */
    static Map<String, BigDecimal> plain(Map<String, BigDecimal> amounts) {
        Map<String, BigDecimal> plain = new HashMap<>();
        amounts.forEach((currency, amount) -> {
            BigDecimal stripped = amount.stripTrailingZeros();
            plain.put(currency, stripped.setScale(Math.max(0, stripped.scale())));
        });
        return Map.copyOf(plain);
    }

    static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
