package dev.varve.alert;

import java.time.Instant;
import java.util.Optional;

/**
 * Something a rule found on one device, from its opening to its end.
 *
 * @param deviceId what addresses the device's readings: their one part, or all of them as in a key, separated by #
 * @param alertId a ULID that derives from rule, device and opening clock
 * @param series the series whose readings it is about
 * @param open whether it is not resolved yet
 * @param openedAt the clock at which the rule's condition was met, {@code lasting} included
 * @param readingAt the clock of the reading that broke the rule; for silence of the last one before it
 * @param value the value of that reading
 * @param resolvedAt the clock of the reading that cleared it, or the time somebody resolved it
 * @param resolvedBy who resolved it; empty where a reading did
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
