package dev.varve.alert.internal;

import dev.varve.alert.Detector;
import dev.varve.alert.Deviation;
import dev.varve.alert.Sample;
import java.util.Optional;

/** The range in which a value is expected, bounds included. */
record ExpectedRange(double low, double high) {

    /** DynamoDB's numbers range from 1E-130 to 1E126; computed bounds stay well inside. */
    private static final double LARGEST = 1e120;

    private static final double SMALLEST = 1e-120;

    static ExpectedRange of(double low, double high) {
        return new ExpectedRange(low, high);
    }

    /** Returns the range of this many standard deviations around a mean; empty if values are all equal or too large. */
    static Optional<ExpectedRange> around(double mean, double stddev, double deviations) {
        double reach = stddev * deviations;
        return reach > 0 && Math.abs(mean) + reach < LARGEST
                ? Optional.of(new ExpectedRange(storable(mean - reach), storable(mean + reach)))
                : Optional.empty();
    }

    private static double storable(double bound) {
        return Math.abs(bound) < SMALLEST ? 0 : bound;
    }

    Optional<Deviation> judge(Detector detector, String name, Sample sample) {
        double value = sample.value().orElseThrow();
        if (low <= value && value <= high) {
            return Optional.empty();
        }
        return Optional.of(new Deviation(
                detector.field(),
                name,
                value > high ? Deviation.Type.HIGH : Deviation.Type.LOW,
                low,
                high,
                value,
                detector.severity()));
    }
}
