package dev.varve.iot;

import dev.varve.alert.Baseline;
import java.time.Instant;

/**
 * A value beside what is usual at its hour of the week.
 *
 * @param at the clock of the reading
 */
public record BaselineComparison(String field, Instant at, double value, Baseline usual) {

    /** Returns how many standard deviations the value is above what is usual; infinite where that never differed. */
    public double deviations() {
        double difference = value - usual.mean();
        return difference == 0 ? 0 : difference / usual.stddev();
    }
}
