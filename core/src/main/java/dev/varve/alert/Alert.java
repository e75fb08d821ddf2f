package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * An alert that a rule opened on one device.
 *
 * @param deviceId the identity of the device's readings; several parts are separated by # as in a key
 * @param alertId a ULID derived from rule, device and opening clock
 * @param series the series of the readings
 * @param open whether the alert is not resolved yet
 * @param openedAt the clock at which the rule's condition was met, after {@code lasting} had passed
 * @param readingAt the clock of the reading that broke the rule; for silence, of the last reading before it
 * @param value the value of that reading
 * @param resolvedAt the clock of the reading that cleared the alert, or the time at which a person resolved it
 * @param resolvedBy who resolved the alert; empty if a reading cleared it
 */
public record Alert(
        String deviceId,
        String alertId,
        String series,
        String rule,
        Severity severity,
        String message,
        AlertStatus status,
        boolean open,
        Instant openedAt,
        Instant readingAt,
        Optional<Double> value,
        Optional<Instant> acknowledgedAt,
        Optional<String> acknowledgedBy,
        Optional<Instant> resolvedAt,
        Optional<String> resolvedBy) {}
