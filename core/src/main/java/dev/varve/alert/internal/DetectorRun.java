package dev.varve.alert.internal;

import dev.varve.alert.Anomaly;
import dev.varve.alert.Baseline;
import dev.varve.alert.Detector;
import dev.varve.alert.Deviation;
import dev.varve.alert.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs all detectors over readings of one device, in the order of their clocks; pure. */
public final class DetectorRun {

    /** A baseline of fewer values is ignored. */
    private static final int LEAST_BASELINE = 10;

    private final List<Detector> detectors;
    private final AlertSubject device;
    private final Map<String, SlidingWindow> windows = new HashMap<>();

    public DetectorRun(List<Detector> detectors, AlertSubject device) {
        this.detectors = detectors;
        this.device = device;
        for (Detector detector : detectors) {
            windows.put(detector.field(), new SlidingWindow(room(detectors)));
        }
    }

    /** Returns how many readings before the first one the detectors need. */
    public static int room(List<Detector> detectors) {
        return detectors.stream().mapToInt(Detector::window).max().orElse(0);
    }

    /** Adds a reading to the windows without judging it. */
    public void learn(NumericReading reading) {
        windows.forEach(
                (field, window) -> reading.value(field).filter(Double::isFinite).ifPresent(window::add));
    }

    /** Returns the anomaly of a reading, if it is one, and adds the reading to the windows. */
    public Optional<Anomaly> judge(NumericReading reading) {
        List<Deviation> deviations = new ArrayList<>();
        for (Detector detector : detectors) {
            SlidingWindow before = windows.getOrDefault(detector.field(), new SlidingWindow(0));
            reading.value(detector.field())
                    .filter(Double::isFinite)
                    .flatMap(value -> judge(detector, Sample.of(reading.at(), value), before))
                    .ifPresent(deviations::add);
        }
        learn(reading);
        return deviations.stream()
                .map(Deviation::severity)
                .max(Comparator.naturalOrder())
                .map(severity -> new Anomaly(reading.at(), device.id(), device.series(), severity, deviations));
    }

    /**
     * Returns the deviation of a value, or empty if it is as expected.
     *
     * @param before the newest earlier values, at least {@link Detector#window} of them if there are that many
     */
    private Optional<Deviation> judge(Detector detector, Sample sample, SlidingWindow before) {
        if (detector instanceof Detector.FixedRange range) {
            return ExpectedRange.of(range.low(), range.high()).judge(detector, "range", sample);
        } else if (detector instanceof Detector.ZScore zScore) {
            return expected(zScore, before).flatMap(expected -> expected.judge(detector, "z-score", sample));
        }
        return expected((Detector.FromBaseline) detector, sample)
                .flatMap(expected -> expected.judge(detector, "norm", sample));
    }

    private static Optional<ExpectedRange> expected(Detector.ZScore zScore, SlidingWindow before) {
        if (before.count(zScore.window()) < zScore.least()) {
            return Optional.empty();
        }
        Baseline baseline = before.baseline(zScore.window());
        return ExpectedRange.around(baseline.mean(), Math.max(baseline.stddev(), zScore.spread()), zScore.deviations());
    }

    private Optional<ExpectedRange> expected(Detector.FromBaseline detector, Sample sample) {
        return detector.baselines()
                .at(device.id(), detector.field(), sample.at())
                .filter(baseline -> baseline.samples() >= LEAST_BASELINE)
                .flatMap(baseline -> ExpectedRange.around(baseline.mean(), baseline.stddev(), detector.deviations()));
    }
}
