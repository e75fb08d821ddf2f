package dev.varve.server.channel;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import dev.varve.server.api.channel.AlertEvent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * An alert in a notice, as it was when the event happened.
 *
 * @param event what happened
 * @param alertId the ID of the alert
 * @param deviceId the device that the alert is about
 * @param location where the device is, if the registry knows it
 * @param rule the rule that opened the alert
 * @param severity the severity now
 * @param previousSeverity the severity before an escalation
 * @param status open, acknowledged or resolved
 * @param message the message of the rule
 * @param value the value that broke the rule
 * @param openedAt when the alert opened
 * @param readingAt the time of the reading that broke the rule
 * @param resolvedAt when the alert was resolved
 * @param resolvedBy who resolved it; absent if a reading did
 */
public record AlertLine(
        AlertEvent event,
        String alertId,
        String deviceId,
        Optional<String> location,
        String rule,
        Severity severity,
        Optional<Severity> previousSeverity,
        AlertStatus status,
        String message,
        Optional<Double> value,
        Instant openedAt,
        Instant readingAt,
        Optional<Instant> resolvedAt,
        Optional<String> resolvedBy) {

    /** Returns a line for an alert that opened or was resolved. */
    public static AlertLine of(AlertEvent event, Alert alert, Optional<String> location) {
        return new AlertLine(
                event,
                alert.alertId(),
                alert.deviceId(),
                location,
                alert.rule(),
                alert.severity(),
                Optional.empty(),
                alert.status(),
                alert.message(),
                // JSON has no infinity.
                alert.value().filter(Double::isFinite),
                alert.openedAt(),
                alert.readingAt(),
                alert.resolvedAt(),
                alert.resolvedBy());
    }

    /** Returns a line for an alert whose severity becomes another one. */
    public static AlertLine escalated(Alert alert, Severity severity, Optional<String> location) {
        AlertLine line = of(AlertEvent.ESCALATED, alert, location);
        return new AlertLine(
                line.event,
                line.alertId,
                line.deviceId,
                line.location,
                line.rule,
                severity,
                Optional.of(alert.severity()),
                line.status,
                line.message,
                line.value,
                line.openedAt,
                line.readingAt,
                line.resolvedAt,
                line.resolvedBy);
    }

    /** Returns the part of a delivery's key that distinguishes the events of one alert. */
    public String eventKey() {
        return event == AlertEvent.ESCALATED
                ? event.word() + '-' + severity.name().toLowerCase(Locale.ROOT)
                : event.word();
    }
}
