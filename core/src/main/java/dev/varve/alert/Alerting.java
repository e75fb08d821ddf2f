package dev.varve.alert;

import dev.varve.alert.internal.DeviceState;
import dev.varve.entity.Entity;
import dev.varve.schema.Declaration;
import dev.varve.series.Series;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of alerts, rule states and anomalies: two entities and a series, opened together with the series that
 * they belong to.
 *
 * <pre>{@code
 * static final Alerting ALERTING = Alerting.standard();
 *
 * Varve db = Varve.open(engine, "telemetry", ALERTING.with(READINGS));
 * }</pre>
 */
public final class Alerting {

    private final Entity<Alert> alerts;
    private final Entity<DeviceState> states;
    private final Series<Anomaly> anomalies;
    private final String index;
    private final @Nullable Duration keepAnomalies;

    Alerting(AlertingBuilder declared) {
        alerts = declared.alerts();
        states = declared.states();
        anomalies = declared.anomalies();
        index = declared.index;
        keepAnomalies = declared.keepAnomalies;
    }

    /** Returns the declaration with the keys of the IoT model: {@code DEVICE#{deviceId}} / {@code ALERT#{alertId}}, gsi1. */
    public static Alerting standard() {
        return named("alerts").build();
    }

    /** Starts a declaration with a name that is unique in the schema. */
    public static AlertingBuilder named(String name) {
        return new AlertingBuilder(name);
    }

    /** Returns these declarations and those of alerting, to open a database with. */
    public Declaration[] with(Declaration... others) {
        List<Declaration> all = new ArrayList<>(List.of(others));
        all.add(alerts);
        all.add(states);
        all.add(anomalies);
        return all.toArray(Declaration[]::new);
    }

    Entity<Alert> alerts() {
        return alerts;
    }

    Entity<DeviceState> states() {
        return states;
    }

    Series<Anomaly> anomalies() {
        return anomalies;
    }

    /** Returns the name of the index that holds unresolved alerts. */
    String index() {
        return index;
    }

    Optional<Duration> keepAnomalies() {
        return Optional.ofNullable(keepAnomalies);
    }
}
