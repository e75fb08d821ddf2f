package dev.varve.alert.internal;

import dev.varve.alert.Anomaly;
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
                    .flatMap(value -> detector.judge(device.id(), Sample.of(reading.at(), value), before))
                    .ifPresent(deviations::add);
        }
        learn(reading);
        return deviations.stream()
                .map(Deviation::severity)
                .max(Comparator.naturalOrder())
                .map(severity -> new Anomaly(reading.at(), device.id(), device.series(), severity, deviations));
    }
}
