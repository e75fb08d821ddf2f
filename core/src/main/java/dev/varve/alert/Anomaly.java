package dev.varve.alert;

import java.time.Instant;
import java.util.List;

/**
 * A reading outside its expected range, with the deviations that detectors found.
 *
 * @param at the clock of the reading
 * @param deviceId the identity of the device's readings, as in {@link Alert#deviceId}
 * @param severity the highest severity of the deviations
 */
public record Anomaly(Instant at, String deviceId, String series, Severity severity, List<Deviation> findings) {

    public Anomaly {
        findings = List.copyOf(findings);
    }
}
