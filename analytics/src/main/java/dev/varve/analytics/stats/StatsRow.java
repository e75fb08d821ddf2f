package dev.varve.analytics.stats;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.Grain;
import java.util.OptionalDouble;

/**
 * A stored row of a site's statistics.
 *
 * @param start the start as text: {@code 2024-01-15}, or {@code 2026-04-20T14:00:00Z} for an hour
 * @param uniqueVisitors distinct visitors with page views
 * @param sessions sessions that started
 * @param events custom events, without engagement events
 * @param eventVisitors distinct visitors with custom events, including engagement events
 * @param bounceRate the share of sessions that bounced; empty if there were none
 * @param avgDuration the average seconds of a session; empty if there were none
 */
public record StatsRow(
        Grain period,
        String start,
        long pageViews,
        long uniqueVisitors,
        long sessions,
        long events,
        long eventVisitors,
        OptionalDouble bounceRate,
        OptionalDouble avgDuration) {

    public static StatsRow of(Grain period, String start, Item item, long events) {
        return new StatsRow(
                period,
                start,
                count(item, "pageViews"),
                count(item, "uniqueVisitors"),
                count(item, "sessions"),
                events,
                count(item, "eventVisitors"),
                number(item, "bounceRate"),
                number(item, "avgDuration"));
    }

    private static long count(Item item, String name) {
        return item.value(name) instanceof Num number ? number.longValueExact() : 0;
    }

    private static OptionalDouble number(Item item, String name) {
        return item.value(name) instanceof Num number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }
}
