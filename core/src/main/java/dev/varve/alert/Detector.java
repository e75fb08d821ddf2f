package dev.varve.alert;

import dev.varve.alert.internal.ExpectedRange;
import dev.varve.alert.internal.SlidingWindow;
import dev.varve.error.Rejected;
import java.util.Optional;

/** Finds readings that are not as expected; pure. */
public sealed interface Detector {

    String field();

    Severity severity();

    /** Returns how many values before a reading it looks at. */
    default int window() {
        return 0;
    }

    /**
     * Judges a value.
     *
     * @param before the newest values before it, at least as many as {@link #window} where there are that many
     */
    Optional<Deviation> judge(String deviceId, Sample sample, SlidingWindow before);

    /** Finds values outside a range, whose bounds belong to it. */
    static Detector range(String field, double low, double high) {
        return new FixedRange(field, low, high, Severity.MEDIUM);
    }

    /** Finds values further than so many standard deviations from the mean of those before, of at most a day. */
    static ZScore zScore(String field, double deviations) {
        return new ZScore(field, deviations, ZScore.DEFAULT_WINDOW, ZScore.DEFAULT_LEAST, 0, Severity.MEDIUM);
    }

    /** Finds values further than so many standard deviations from what is usual at this hour. */
    static Detector norm(String field, double deviations, Baselines norms) {
        return new HistoricalNorm(field, deviations, norms, Severity.MEDIUM);
    }

    /** Returns this detector with findings of another severity. */
    Detector severity(Severity newSeverity);

    /** A range that is declared. */
    record FixedRange(String field, double low, double high, Severity severity) implements Detector {
        public FixedRange {
            if (!(low <= high) || !Double.isFinite(low) || !Double.isFinite(high)) {
                throw new Rejected(
                        "alert.detector-range",
                        "a detector on %s expects %s to %s; give two numbers, the lower one first"
                                .formatted(field, low, high));
            }
        }

        @Override
        public Detector severity(Severity newSeverity) {
            return new FixedRange(field, low, high, newSeverity);
        }

        @Override
        public Optional<Deviation> judge(String deviceId, Sample sample, SlidingWindow before) {
            return ExpectedRange.of(low, high).judge(this, "range", sample);
        }
    }

    /**
     * What the values before suggest.
     *
     * @param window how many values it looks at, the newest ones
     * @param least below so many values nothing is found
     * @param spread the least standard deviation that counts: of values that do not differ nothing can be said otherwise,
     *     and with 0 nothing is
     */
    record ZScore(String field, double deviations, int window, int least, double spread, Severity severity)
            implements Detector {

        static final int DEFAULT_WINDOW = 60;
        static final int DEFAULT_LEAST = 10;

        /** A window is read with each batch of a device's readings: at most one request. */
        private static final int MAX_WINDOW = 1_000;

        public ZScore {
            checkDeviations(field, deviations);
            if (window < 2 || window > MAX_WINDOW || least < 2 || least > window) {
                throw new Rejected(
                        "alert.detector-window",
                        "a z-score on %s takes at least %s of %s values; give 2 to %s values, and no more at least than"
                                        .formatted(field, least, window, MAX_WINDOW)
                                + " there can be");
            }
            if (!(spread >= 0) || !Double.isFinite(spread)) {
                throw new Rejected(
                        "alert.detector-spread",
                        "the least spread of %s is %s; give a number of 0 or more".formatted(field, spread));
            }
        }

        /** Looks at so many values, and finds nothing below {@code atLeast}. */
        public ZScore over(int values, int atLeast) {
            return new ZScore(field, deviations, values, atLeast, spread, severity);
        }

        /** Counts no standard deviation below this one. */
        public ZScore leastSpread(double newSpread) {
            return new ZScore(field, deviations, window, least, newSpread, severity);
        }

        @Override
        public ZScore severity(Severity newSeverity) {
            return new ZScore(field, deviations, window, least, spread, newSeverity);
        }

        @Override
        public Optional<Deviation> judge(String deviceId, Sample sample, SlidingWindow before) {
            if (before.count(window) < least) {
                return Optional.empty();
            }
            Baseline norm = before.norm(window);
            return ExpectedRange.around(norm.mean(), Math.max(norm.stddev(), spread), deviations)
                    .flatMap(expected -> expected.judge(this, "z-score", sample));
        }
    }

    /** What the same hour of the day and week used to be. */
    record HistoricalNorm(String field, double deviations, Baselines norms, Severity severity) implements Detector {

        /** Fewer values say nothing about what is usual. */
        private static final int LEAST = 10;

        public HistoricalNorm {
            checkDeviations(field, deviations);
        }

        @Override
        public Detector severity(Severity newSeverity) {
            return new HistoricalNorm(field, deviations, norms, newSeverity);
        }

        @Override
        public Optional<Deviation> judge(String deviceId, Sample sample, SlidingWindow before) {
            return norms.expected(deviceId, field, sample.at())
                    .filter(norm -> norm.samples() >= LEAST)
                    .flatMap(norm -> ExpectedRange.around(norm.mean(), norm.stddev(), deviations))
                    .flatMap(expected -> expected.judge(this, "norm", sample));
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
