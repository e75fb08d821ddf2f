package dev.varve.server.channel.api;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Severity;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Gives unresolved alerts the severity that their rule has now. The event is stored before the alert is changed, so that a
 * server that stops in between stores the same event again, which changes nothing.
 */
final class SeverityChanges {

    /** Unresolved alerts of one severity that are looked at; the others keep their severity. */
    private static final int MAX_ALERTS = 10_000;

    /** Another server may open alerts by the old rules for this long. */
    private static final Duration SETTLING = Duration.ofMinutes(2);

    /** What is done with an alert. */
    interface Steps {

        /** Stores the event that the severity of an alert becomes another one. */
        CompletableFuture<Void> store(Alert alert, Severity severity);

        /** Shows an alert after the change. */
        void show(Alert alert);
    }

    private final AlertStore alerts;
    private final Steps steps;
    private final InstantSource clock;
    private Map<String, Severity> seen = Map.of();
    private Instant settled = Instant.MAX;

    SeverityChanges(AlertStore alerts, Steps steps, InstantSource clock) {
        this.alerts = alerts;
        this.steps = steps;
        this.clock = clock;
    }

    /** Changes the alerts whose rule has another severity; reads nothing if no rule changed lately. */
    synchronized void apply(Map<String, Severity> rules) {
        Instant now = clock.instant();
        if (!rules.equals(seen)) {
            seen = Map.copyOf(rules);
            settled = now.plus(SETTLING);
        } else if (rules.isEmpty() || now.isAfter(settled)) {
            return;
        }
        for (Severity severity : Severity.values()) {
            List<Alert> found = alerts.unresolved(severity).limit(MAX_ALERTS).list();
            for (Alert alert : found) {
                Severity wanted = rules.get(alert.rule());
                if (wanted != null && wanted != alert.severity()) {
                    change(alert, wanted);
                }
            }
        }
    }

    private void change(Alert listed, Severity wanted) {
        // The list follows writes after a moment; the alert itself does not.
        Optional<Alert> alert = alerts.find(listed.deviceId(), listed.alertId())
                .filter(found -> found.open() && found.severity() != wanted);
        if (alert.isPresent()) {
            BlockingTable.await(steps.store(alert.get(), wanted));
            alerts.changeSeverity(alert.get(), wanted).ifPresent(steps::show);
        }
    }
}
