package dev.varve.analytics.stats;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The totals of a period. A hit belongs to the period in which it happened, a session to the one in which it started.
 *
 * @param visitors the number of distinct visitors; over several days a person counts once a day, because ids change daily
 * @param sessions the number of sessions that started
 * @param bounces the number of sessions with at most one page view and no interactive event
 * @param viewsOfSessions the page views of these sessions, including those of later days
 * @param secondsOfSessions the total duration of these sessions; a session of a single hit has none
 * @param revenue the revenue of events by currency; without a currency under ISO's {@code XXX}
 */
public record TrafficTotals(
        long visitors,
        long sessions,
        long pageViews,
        long events,
        long bounces,
        long viewsOfSessions,
        long secondsOfSessions,
        Map<String, BigDecimal> revenue) {

    /** The ISO 4217 code for no currency. */
    public static final String NO_CURRENCY = "XXX";

    public TrafficTotals {
        revenue = plain(revenue);
    }

    /** Returns the share of sessions that bounced, from 0 to 1; empty without sessions. */
    public OptionalDouble bounceRate() {
        return share(bounces, sessions);
    }

    /** Returns the page views per session; empty without sessions. */
    public OptionalDouble viewsPerSession() {
        return share(viewsOfSessions, sessions);
    }

    /** Returns the average duration of a session in seconds; empty without sessions. */
    public OptionalDouble sessionDuration() {
        return share(secondsOfSessions, sessions);
    }

    /** Strips trailing zeros, which are not stored either. */
    static Map<String, BigDecimal> plain(Map<String, BigDecimal> amounts) {
        Map<String, BigDecimal> plain = new HashMap<>();
        amounts.forEach((currency, amount) -> {
            BigDecimal stripped = amount.stripTrailingZeros();
            plain.put(currency, stripped.setScale(Math.max(0, stripped.scale())));
        });
        return Map.copyOf(plain);
    }

    public static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
