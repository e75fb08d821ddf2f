package dev.varve.analytics.stats;

import java.util.OptionalDouble;

/**
 * How far visitors came in a funnel.
 *
 * @param goal the name of the goal
 * @param visitors how many took this step and all before it
 * @param dropOff how many took all steps before it, but not this one; of the first step, visitors who never began
 * @param rate the share of those who took the step before that took this one; of the first step, of all visitors. Nothing
 *     where there were none
 * @param rateOfFirst the share of those who took the first step that took this one
 */
public record FunnelStep(String goal, long visitors, long dropOff, OptionalDouble rate, OptionalDouble rateOfFirst) {}
