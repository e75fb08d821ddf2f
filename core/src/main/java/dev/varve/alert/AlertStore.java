package dev.varve.alert;

import static dev.varve.table.AttributePath.attr;

import dev.varve.alert.internal.AlertAccess;
import dev.varve.alert.internal.AlertSubject;
import dev.varve.alert.internal.DeviceState;
import dev.varve.alert.internal.RuleState;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.TimeRange;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.BlockingTable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The alerts and anomalies of an open database: queries, acknowledging, resolving and deleting. */
public final class AlertStore {

    static {
        AlertAccess.register(new AlertAccess() {
            @Override
            public AlertStore open(OpenSchema open, Alerting alerting) {
                return new AlertStore(open, alerting);
            }
        });
    }

    private final OpenSchema open;
    private final Alerting alerting;
    private final OpenEntities<Alert> alerts;
    private final OpenEntities<DeviceState> states;
    private final OpenEntities<DeviceState> deferredStates;
    private final OpenSeries<Anomaly> anomalies;

    AlertStore(OpenSchema open, Alerting alerting) {
        this.open = open;
        this.alerting = alerting;
        this.alerts = EntityAccess.instance().open(open, alerting.alerts());
        this.states = EntityAccess.instance().open(open, alerting.states());
        this.deferredStates = states.deferred();
        this.anomalies = SeriesAccess.instance().open(open, alerting.anomalies());
    }

    OpenSchema open() {
        return open;
    }

    Alerting alerting() {
        return alerting;
    }

    OpenEntities<Alert> alerts() {
        return alerts;
    }

    OpenEntities<DeviceState> states() {
        return states;
    }

    /** Returns the states for writes that the readings and the feed produce again after a power failure. */
    OpenEntities<DeviceState> deferredStates() {
        return deferredStates;
    }

    OpenSeries<Anomaly> anomalySeries() {
        return anomalies;
    }

    /** Queries the unresolved alerts of a severity on all devices, newest first; eventually consistent. */
    public EntityQuery<Alert> unresolved(Severity severity) {
        return alerts.by(alerting.index(), severity).descending();
    }

    /** Queries all alerts of one device, newest first. */
    public EntityQuery<Alert> of(String deviceId) {
        return alerts.in(deviceId).descending();
    }

    /** Returns an alert with a consistent read. */
    public Optional<Alert> find(String deviceId, String alertId) {
        return alerts.findConsistent(deviceId, alertId);
    }

    /** Returns an unresolved alert by its id alone: one query for each severity; eventually consistent. */
    public Optional<Alert> findUnresolved(String alertId) {
        for (Severity severity : Severity.values()) {
            Optional<Alert> found =
                    alerts.by(alerting.index(), severity, alertId).first();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Queries the anomalies of a day in UTC on all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(LocalDate day) {
        return anomalies(TimeRange.of(
                day.atStartOfDay(ZoneOffset.UTC).toInstant(),
                day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()));
    }

    /** Queries the anomalies with a clock in {@code [from, to)} on all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(TimeRange range) {
        return anomalies.history().between(range.from(), range.to());
    }

    /** Acknowledges an alert by its id alone; see {@link #findUnresolved}. */
    public Optional<Alert> acknowledge(String alertId, String by) {
        return findUnresolved(alertId).flatMap(alert -> acknowledge(alert, by));
    }

    /** Acknowledges an alert; returns it, or empty if it is resolved. The first acknowledgement is kept. */
    public Optional<Alert> acknowledge(Alert alert, String by) {
        alerts.patch(alert.deviceId(), alert.alertId())
                .set("status", AlertStatus.ACKNOWLEDGED)
                .set("acknowledgedBy", by)
                .set("acknowledgedAt", open.clock().instant())
                .when(attr("status").is("open"))
                .run();
        return find(alert.deviceId(), alert.alertId()).filter(Alert::open);
    }

    /** Resolves an alert by its id alone; see {@link #findUnresolved}. */
    public Optional<Alert> resolve(String alertId, String by) {
        return findUnresolved(alertId).flatMap(alert -> resolve(alert, by));
    }

    /**
     * Resolves an alert even if its rule is still broken; returns it, or empty if it was resolved already. The rule opens no
     * other alert on this device until its clear condition has held once.
     */
    public Optional<Alert> resolve(Alert alert, String by) {
        Instant now = open.clock().instant();
        AlertSubject device = new AlertSubject(alert.series(), alert.deviceId());
        boolean[] isResolved = {false};
        BlockingTable.await(AsyncLoop.untilDone(() -> stateOf(device).thenCompose(stored -> {
            DeviceState before = stored.orElse(DeviceState.none(device));
            StateCommit commit = new StateCommit(this, before, held(device, before, alert));
            commit.resolve(alert.alertId(), resolution(alert, by, now));
            return commit.run().thenApply(result -> {
                isResolved[0] = result.isWritten(alert.alertId());
                return result.isDone();
            });
        })));
        return isResolved[0] ? find(alert.deviceId(), alert.alertId()) : Optional.empty();
    }

    /** Changes the severity of an alert; returns the alert, or empty where it is resolved or does not exist. */
    public Optional<Alert> changeSeverity(Alert alert, Severity severity) {
        boolean isChanged = alerts.patch(alert.deviceId(), alert.alertId())
                .set("severity", severity)
                .when(attr("open").is(true))
                .run()
                .isDone();
        return isChanged ? find(alert.deviceId(), alert.alertId()) : Optional.empty();
    }

    private Patch<Alert> resolution(Alert alert, String by, Instant now) {
        return resolution(alert.deviceId(), alert.alertId(), now).set("resolvedBy", by);
    }

    /** Returns the patch that resolves an open alert and removes it from the index. */
    Patch<Alert> resolution(String deviceId, String alertId, Instant at) {
        return alerts.patch(deviceId, alertId)
                .set("status", AlertStatus.RESOLVED)
                .set("open", false)
                .set("resolvedAt", at)
                .when(attr("open").is(true));
    }

    private static DeviceState held(AlertSubject device, DeviceState state, Alert alert) {
        DeviceState held = state;
        for (Map.Entry<String, RuleState> rule : state.rules().entrySet()) {
            boolean isOpen = rule.getValue()
                    .opened()
                    .filter(opened -> device.alertId(rule.getKey(), opened).equals(alert.alertId()))
                    .isPresent();
            if (isOpen) {
                held = held.with(rule.getKey(), rule.getValue().held());
            }
        }
        return held.equals(state)
                ? state
                : held.owing(new DeviceState.Due(AlertNotice.Event.RESOLVED, alert.alertId()));
    }

    /** Deletes all alerts of a device and the states of its rules. Idempotent. */
    public void delete(String deviceId) {
        // The state is deleted first: rules write it together with new alerts, and fail if it no longer exists.
        try (Stream<DeviceState> all = states.in(deviceId).consistent().stream()) {
            all.forEach(state -> states.delete(deviceId, state.series()));
        }
        try (Stream<Alert> all = alerts.in(deviceId).consistent().stream()) {
            all.forEach(alert -> alerts.delete(deviceId, alert.alertId()));
        }
    }

    /**
     * Deletes the anomalies of these devices with a clock in {@code [from, to)}; returns their number. Idempotent. Reads the
     * anomalies of all devices in the range.
     */
    public long deleteAnomalies(Set<String> deviceIds, TimeRange range) {
        long removed = 0;
        try (Stream<Anomaly> all = anomalies(range).consistent().stream()) {
            Iterator<Anomaly> each = all.iterator();
            while (each.hasNext()) {
                Anomaly anomaly = each.next();
                if (deviceIds.contains(anomaly.deviceId()) && anomalies.delete(anomaly)) {
                    removed++;
                }
            }
        }
        return removed;
    }

    CompletableFuture<Optional<DeviceState>> stateOf(AlertSubject device) {
        return states.findConsistentAsync(device.id(), device.series());
    }
}
