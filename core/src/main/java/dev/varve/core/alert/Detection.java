package dev.varve.core.alert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes readings of one device past all detectors, in their order; pure. */
final class Detection {

    private final List<Detector> detectors;
    private final Device device;
    private final Map<String, Window> windows = new HashMap<>();

    Detection(List<Detector> detectors, Device device) {
        this.detectors = detectors;
        this.device = device;
        for (Detector detector : detectors) {
            windows.put(detector.field(), new Window(room(detectors)));
        }
    }

    /** Returns how many readings before the first one the detectors want to know. */
    static int room(List<Detector> detectors) {
        return detectors.stream().mapToInt(Detector::window).max().orElse(0);
    }

    /** Learns from a reading that was judged before. */
    void learn(Fields reading) {
        windows.forEach(
                (field, window) -> reading.value(field).filter(Double::isFinite).ifPresent(window::add));
    }

    /** Judges a reading by those before it, then learns from it. */
    Optional<Anomaly> judge(Fields reading) {
        List<Finding> findings = new ArrayList<>();
        for (Detector detector : detectors) {
            Window before = windows.getOrDefault(detector.field(), new Window(0));
            reading.value(detector.field())
                    .filter(Double::isFinite)
                    .flatMap(value -> detector.judge(device.id(), Sample.of(reading.at(), value), before))
                    .ifPresent(findings::add);
        }
        learn(reading);
        return findings.stream()
                .map(Finding::severity)
                .max(Comparator.naturalOrder())
                .map(severity -> new Anomaly(reading.at(), device.id(), device.series(), severity, findings));
    }
}
