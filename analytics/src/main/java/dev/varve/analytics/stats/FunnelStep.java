package dev.varve.analytics.stats;

import java.util.OptionalDouble;

/**
 * The result of one step of a funnel.
 *
 * @param goal the name of the goal
 * @param visitors the number of visitors who took this step and all before it
 * @param dropOff the number of visitors who took all steps before it but not this one
 * @param rate the share of the visitors of the step before (for the first step, of all visitors); empty if there were
 *     none
 * @param rateOfFirst the share of the visitors of the first step
 */
public record FunnelStep(String goal, long visitors, long dropOff, OptionalDouble rate, OptionalDouble rateOfFirst) {}
