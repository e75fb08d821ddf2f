package dev.varve.analytics.stats;

import java.util.OptionalDouble;

/** The totals of two periods. */
public record PeriodComparison(TrafficTotals now, TrafficTotals before) {

    /** Returns the relative change of a number, negative if it fell; empty if there was none before. */
    public OptionalDouble change(Metric metric) {
        OptionalDouble was = metric.of(before);
        OptionalDouble is = metric.of(now);
        return was.isEmpty() || is.isEmpty() || was.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((is.getAsDouble() - was.getAsDouble()) / was.getAsDouble());
    }
}
