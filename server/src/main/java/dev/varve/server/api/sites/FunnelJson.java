package dev.varve.server.api.sites;

import java.util.List;

/**
 * How many visitors went from goal to goal.
 *
 * @param period The days.
 * @param steps The steps, in their order.
 */
public record FunnelJson(PeriodJson period, List<Step> steps) {

    /**
     * A step of a funnel.
     *
     * @param goalId The id of the goal.
     * @param name The name of the goal.
     * @param visitors The number of visitors who came as far as this step.
     * @param rate Their share of all visitors, from 0 to 1.
     * @param dropOff The share of the visitors of the step before who did not reach this one; of all visitors for the first
     *     step.
     */
    public record Step(String goalId, String name, long visitors, double rate, double dropOff) {}

    public FunnelJson {
        steps = List.copyOf(steps);
    }
}
