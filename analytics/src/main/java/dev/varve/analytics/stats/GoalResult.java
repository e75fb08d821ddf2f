package dev.varve.analytics.stats;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How often a goal was met.
 *
 * @param goal the name of the goal
 * @param conversions how often it was met, any number of times by one visitor
 * @param visitors how many visitors met it
 * @param rate the share of all visitors that did; nothing where there were none
 * @param revenue what its events earned, by currency
 */
public record GoalResult(
        String goal, long conversions, long visitors, OptionalDouble rate, Map<String, BigDecimal> revenue) {

    public GoalResult {
        revenue = TrafficTotals.plain(revenue);
    }
}
