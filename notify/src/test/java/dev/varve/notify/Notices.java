package dev.varve.notify;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertNotice;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import java.time.Instant;
import java.util.Optional;

/** Notices to give. */
final class Notices {

    private static final Instant OPENED = Instant.parse("2026-04-20T14:05:00Z");

    private Notices() {}

    static AlertNotice opened(String message) {
        return new AlertNotice(
                AlertNotice.Event.OPENED,
                new Alert(
                        "sensor_01",
                        "01HW2F3G4H0000000000000000",
                        "readings",
                        "too-hot",
                        Severity.CRITICAL,
                        message,
                        AlertStatus.OPEN,
                        true,
                        OPENED,
                        OPENED.minusSeconds(300),
                        Optional.of(31.5),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }
}
