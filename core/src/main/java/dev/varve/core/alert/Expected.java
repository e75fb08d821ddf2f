package dev.varve.core.alert;

import java.util.Optional;

/** The range a value is expected in, bounds included. */
record Expected(double low, double high) {

    /** DynamoDB's numbers reach from 1E-130 to 1E126: bounds that are computed stay well inside. */
    private static final double LARGEST = 1e120;

    private static final double SMALLEST = 1e-120;

    static Expected of(double low, double high) {
        return new Expected(low, high);
    }

    /** Returns the range so many standard deviations around a mean; none where values do not differ, or are too large. */
    static Optional<Expected> around(double mean, double stddev, double deviations) {
        double reach = stddev * deviations;
        return reach > 0 && Math.abs(mean) + reach < LARGEST
                ? Optional.of(new Expected(storable(mean - reach), storable(mean + reach)))
                : Optional.empty();
    }

    private static double storable(double bound) {
        return Math.abs(bound) < SMALLEST ? 0 : bound;
    }

    Optional<Finding> judge(Detector detector, String name, Sample sample) {
        double value = sample.value().orElseThrow();
        if (low <= value && value <= high) {
            return Optional.empty();
        }
        return Optional.of(new Finding(
                detector.field(),
                name,
                value > high ? Finding.Type.HIGH : Finding.Type.LOW,
                low,
                high,
                value,
                detector.severity()));
    }
}
