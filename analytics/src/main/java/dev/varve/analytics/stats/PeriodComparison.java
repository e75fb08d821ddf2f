package dev.varve.analytics.stats;

import java.util.OptionalDouble;

/** Numbers of two times. */
public record PeriodComparison(TrafficTotals now, TrafficTotals before) {

    /** Returns by which share of the number before a number grew, or fell if negative; nothing where there was none. */
    public OptionalDouble change(Metric metric) {
        OptionalDouble was = metric.of(before);
        OptionalDouble is = metric.of(now);
        return was.isEmpty() || is.isEmpty() || was.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((is.getAsDouble() - was.getAsDouble()) / was.getAsDouble());
    }
}
