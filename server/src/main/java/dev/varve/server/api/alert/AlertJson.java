package dev.varve.server.api.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An alert.
 *
 * @param alertId The id; unique within the device.
 * @param deviceId The id of the device.
 * @param series The id of the series that broke the rule; absent if that is the id of the device.
 * @param rule The name of the rule that opened it.
 * @param severity The severity.
 * @param status The status.
 * @param message The message of the rule.
 * @param field The field that the rule checks; null for a rule on silence, and where the rule is unknown.
 * @param value The value that broke the rule; null for a rule on silence.
 * @param readingAt The time of the reading that broke the rule; for silence, of the last reading.
 * @param openedAt The time at which it was opened.
 * @param acknowledgedAt The time at which someone acknowledged it.
 * @param acknowledgedBy The name of the person or token that acknowledged it.
 * @param resolvedAt The time at which it was resolved.
 * @param resolvedBy The name of the person or token that resolved it; null where the rule did.
 */
public record AlertJson(
        String alertId,
        String deviceId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String series,
        String rule,
        Severity severity,
        AlertStatus status,
        String message,
        @Nullable String field,
        @Nullable Double value,
        Instant readingAt,
        Instant openedAt,
        @Nullable Instant acknowledgedAt,
        @Nullable String acknowledgedBy,
        @Nullable Instant resolvedAt,
        @Nullable String resolvedBy) {

    /**
     * Returns an alert.
     *
     * @param device the device of the series that the alert names
     * @param field the field that the rule checks
     */
    public static AlertJson of(Alert alert, String device, Optional<String> field) {
        return new AlertJson(
                alert.alertId(),
                device,
                device.equals(alert.deviceId()) ? null : alert.deviceId(),
                alert.rule(),
                alert.severity(),
                alert.status(),
                alert.message(),
                field.orElse(null),
                alert.value().orElse(null),
                alert.readingAt(),
                alert.openedAt(),
                alert.acknowledgedAt().orElse(null),
                alert.acknowledgedBy().orElse(null),
                alert.resolvedAt().orElse(null),
                alert.resolvedBy().orElse(null));
    }
}
