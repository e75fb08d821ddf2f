package dev.varve.analytics.stats;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The result of a goal.
 *
 * @param goal the name of the goal
 * @param conversions how often the goal was met, also repeatedly by one visitor
 * @param visitors the number of visitors who met the goal
 * @param rate the share of all visitors; empty if there were none
 * @param revenue the revenue of its events by currency
 */
public record GoalResult(
        String goal, long conversions, long visitors, OptionalDouble rate, Map<String, BigDecimal> revenue) {

    public GoalResult {
        revenue = TrafficTotals.plain(revenue);
    }
}
