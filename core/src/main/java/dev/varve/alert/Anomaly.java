package dev.varve.alert;

import java.time.Instant;
import java.util.List;

/**
 * A reading that is not as expected, with all that was found about it.
 *
 * @param at the clock of the reading
 * @param deviceId what addresses the device's readings, as in {@link Alert#deviceId}
 * @param severity the highest of the findings
 */
public record Anomaly(Instant at, String deviceId, String series, Severity severity, List<Deviation> findings) {

    public Anomaly {
        findings = List.copyOf(findings);
    }
}
