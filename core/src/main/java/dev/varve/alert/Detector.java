package dev.varve.alert;

import dev.varve.error.Rejected;

/** Finds readings outside their expected range; pure. */
public sealed interface Detector {

    String field();

    Severity severity();

    /** Returns how many earlier values the detector needs. */
    default int window() {
        return 0;
    }

    /** Finds values outside a range; the bounds are inside. */
    static Detector range(String field, double low, double high) {
        return new FixedRange(field, low, high, Severity.MEDIUM);
    }

    /** Finds values more than this many standard deviations from the mean of the values of at most a day before. */
    static ZScore zScore(String field, double deviations) {
        return new ZScore(field, deviations, ZScore.DEFAULT_WINDOW, ZScore.DEFAULT_LEAST, 0, Severity.MEDIUM);
    }

    /** Finds values more than this many standard deviations from their baseline. */
    static Detector baseline(String field, double deviations, Baselines baselines) {
        return new FromBaseline(field, deviations, baselines, Severity.MEDIUM);
    }

    /** Returns this detector with another severity. */
    Detector severity(Severity newSeverity);

    /** Finds values outside a declared range. */
    record FixedRange(String field, double low, double high, Severity severity) implements Detector {
        public FixedRange {
            if (!(low <= high) || !Double.isFinite(low) || !Double.isFinite(high)) {
                throw new Rejected(
                        "alert.detector-range",
                        "a detector on %s expects %s to %s; give two finite numbers, the lower one first"
                                .formatted(field, low, high));
            }
        }

        @Override
        public Detector severity(Severity newSeverity) {
            return new FixedRange(field, low, high, newSeverity);
        }
    }

    /**
     * Finds values far from the mean of the values before them.
     *
     * @param window how many of the newest values are compared
     * @param least the smallest number of values to compare with; with fewer, nothing is found
     * @param spread the smallest standard deviation to assume. With 0, nothing is found if all values are equal
     */
    record ZScore(String field, double deviations, int window, int least, double spread, Severity severity)
            implements Detector {

        static final int DEFAULT_WINDOW = 60;
        static final int DEFAULT_LEAST = 10;

        /** A window is read with each batch of a device's readings, and must fit into one request. */
        private static final int MAX_WINDOW = 1_000;

        public ZScore {
            checkDeviations(field, deviations);
            if (window < 2 || window > MAX_WINDOW || least < 2 || least > window) {
                throw new Rejected(
                        "alert.detector-window",
                        "a z-score on %s needs at least %s of %s values; give a window of 2 to %s values, and a minimum from 2"
                                        .formatted(field, least, window, MAX_WINDOW)
                                + " to the window");
            }
            if (!(spread >= 0) || !Double.isFinite(spread)) {
                throw new Rejected(
                        "alert.detector-spread",
                        "the smallest spread of %s is %s; give a number of 0 or more".formatted(field, spread));
            }
        }

        /** Returns this detector with a window of this many values; with fewer than {@code atLeast} it finds nothing. */
        public ZScore over(int values, int atLeast) {
            return new ZScore(field, deviations, values, atLeast, spread, severity);
        }

        /** Returns this detector with a smallest standard deviation to assume. */
        public ZScore leastSpread(double newSpread) {
            return new ZScore(field, deviations, window, least, newSpread, severity);
        }

        @Override
        public ZScore severity(Severity newSeverity) {
            return new ZScore(field, deviations, window, least, spread, newSeverity);
        }
    }

    /** Finds values far from their baseline. */
    record FromBaseline(String field, double deviations, Baselines baselines, Severity severity) implements Detector {

        public FromBaseline {
            checkDeviations(field, deviations);
        }

        @Override
        public Detector severity(Severity newSeverity) {
            return new FromBaseline(field, deviations, baselines, newSeverity);
        }
    }

    private static void checkDeviations(String field, double deviations) {
        if (!(deviations > 0) || !Double.isFinite(deviations)) {
            throw new Rejected(
                    "alert.detector-deviations",
                    "a detector on %s allows %s standard deviations; give a number above 0, such as 3"
                            .formatted(field, deviations));
        }
    }
}
