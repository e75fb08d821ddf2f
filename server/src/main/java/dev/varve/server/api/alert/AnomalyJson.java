package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.alert.Deviation;
import dev.varve.alert.Severity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reading that is outside its expected range.
 *
 * @param deviceId The id of the device.
 * @param series The id of the series; absent if that is the id of the device.
 * @param at The time of the reading.
 * @param findings What detectors found.
 */
public record AnomalyJson(
        String deviceId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String series,
        Instant at,
        List<FindingJson> findings) {

    /**
     * What one detector found about one field.
     *
     * @param field The name of the field.
     * @param value The value.
     * @param type The side of the expected range on which the value lies.
     * @param severity The severity.
     * @param detector The detector, such as {@code z-score}.
     * @param low The lower end of the expected range.
     * @param high The upper end of the expected range.
     */
    public record FindingJson(
            String field,
            double value,
            Deviation.Type type,
            Severity severity,
            String detector,
            double low,
            double high) {}

    public AnomalyJson {
        findings = List.copyOf(findings);
    }
}
