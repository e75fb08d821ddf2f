package dev.varve.server.channel;

import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import dev.varve.server.api.channel.AlertEvent;
import java.time.Instant;
import java.util.Optional;

/** Alerts for tests. */
public final class AlertLines {

    public static final Instant OPENED = Instant.parse("2026-04-20T14:05:00Z");

    private AlertLines() {}

    public static AlertLine opened(String device, Severity severity, String message) {
        return new AlertLine(
                AlertEvent.OPENED,
                "alert-of-" + device,
                device,
                Optional.of("hall-1"),
                "too-hot",
                severity,
                Optional.empty(),
                AlertStatus.OPEN,
                message,
                Optional.of(31.5),
                OPENED,
                OPENED.minusSeconds(300),
                Optional.empty(),
                Optional.empty());
    }

    public static AlertLine opened(String device) {
        return opened(device, Severity.HIGH, "too hot");
    }

    public static AlertLine changed(Severity from, Severity to) {
        AlertLine line = opened("oven-1", to, "too hot");
        return new AlertLine(
                AlertEvent.ESCALATED,
                line.alertId(),
                line.deviceId(),
                line.location(),
                line.rule(),
                to,
                Optional.of(from),
                line.status(),
                line.message(),
                line.value(),
                line.openedAt(),
                line.readingAt(),
                Optional.empty(),
                Optional.empty());
    }

    public static AlertLine resolved(String device) {
        AlertLine line = opened(device);
        return new AlertLine(
                AlertEvent.RESOLVED,
                line.alertId(),
                line.deviceId(),
                line.location(),
                line.rule(),
                line.severity(),
                Optional.empty(),
                AlertStatus.RESOLVED,
                line.message(),
                line.value(),
                line.openedAt(),
                line.readingAt(),
                Optional.of(OPENED.plusSeconds(60)),
                Optional.of("ada"));
    }
}
