package dev.varve.iot;

import dev.varve.alert.Baseline;
import java.time.Instant;

/**
 * A value and its baseline.
 *
 * @param at the clock of the reading
 */
public record BaselineComparison(String field, Instant at, double value, Baseline baseline) {

    /** Returns how many standard deviations the value is above the mean; infinite if the standard deviation is zero. */
    public double deviations() {
        double difference = value - baseline.mean();
        return difference == 0 ? 0 : difference / baseline.stddev();
    }
}
