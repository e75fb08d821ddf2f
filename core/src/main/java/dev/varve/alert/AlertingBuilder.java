package dev.varve.alert;

import dev.varve.alert.internal.DeviceState;
import dev.varve.entity.Entity;
import dev.varve.internal.Durations;
import dev.varve.item.RecordOptions;
import dev.varve.key.Tick;
import dev.varve.series.Series;
import dev.varve.series.SeriesBuilder;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Declares an {@link Alerting}; the default keys are those of the IoT model. */
public final class AlertingBuilder {

    private static final RecordOptions OPTIONS =
            RecordOptions.defaults().lowerCaseEnums().leaveOutEmpty();

    private final String name;
    private String alertPartition = "DEVICE#{deviceId}";
    private String alertSort = "ALERT#{alertId}";
    String index = "gsi1";
    private String indexPartition = "ALERT_SEVERITY#{severity}";
    private String indexSort = "ALERT#{alertId}";
    private String statePartition = "DEVICE#{deviceId}";
    private String stateSort = "RULES#{series}";
    private String anomalyPartition = "ANOMALY#{at:day}";
    private String anomalySort = "{at}#{deviceId}";
    private RecordOptions anomalyOptions = OPTIONS;
    private Tick tick = Tick.MILLIS;

    @Nullable
    Duration keepAnomalies;

    AlertingBuilder(String name) {
        this.name = name;
    }

    /** Sets the key templates of alerts, from {@code deviceId}, {@code alertId} and other components of {@link Alert}. */
    public AlertingBuilder alerts(String partition, String sort) {
        alertPartition = partition;
        alertSort = sort;
        return this;
    }

    /** Sets the index of unresolved alerts; {@code severity} is the only part of its partition. */
    public AlertingBuilder open(String indexName, String partition, String sort) {
        index = indexName;
        indexPartition = partition;
        indexSort = sort;
        return this;
    }

    /** Sets the key templates of rule states, from {@code deviceId} and {@code series}. */
    public AlertingBuilder states(String partition, String sort) {
        statePartition = partition;
        stateSort = sort;
        return this;
    }

    /** Sets the key templates of anomalies, from {@code at}, {@code deviceId} and shards: {@code ANOMALY#{at:day}#{shard:4}}. */
    public AlertingBuilder anomalies(String partition, String sort) {
        anomalyPartition = partition;
        anomalySort = sort;
        return this;
    }

    /** Renames the attribute of a component of anomalies: {@code anomalyAttribute("deviceId", "SensorId")}. */
    public AlertingBuilder anomalyAttribute(String component, String attribute) {
        anomalyOptions = anomalyOptions.rename(component, attribute);
        return this;
    }

    /** Sets the tick of the clock in the key of anomalies; use that of the readings. The default is milliseconds. */
    public AlertingBuilder tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Sets how long after their reading anomalies expire; by default they are kept for ever. */
    public AlertingBuilder keepAnomalies(Duration duration) {
        keepAnomalies = Durations.check("alert.duration", "keepAnomalies", duration);
        return this;
    }

    /** Returns the declaration; refuses an invalid one. */
    public Alerting build() {
        return new Alerting(this);
    }

    Entity<Alert> alerts() {
        return Entity.of(Alert.class)
                .named(name)
                .partition(alertPartition)
                .sort(alertSort)
                .sparseIndex(index, "open", indexPartition, indexSort)
                .options(OPTIONS)
                .lookup(MethodHandles.lookup())
                .build();
    }

    Entity<DeviceState> states() {
        return Entity.of(DeviceState.class)
                .named(name + ".states")
                .partition(statePartition)
                .sort(stateSort)
                .versioned("version")
                .options(OPTIONS)
                .lookup(MethodHandles.lookup())
                .build();
    }

    Series<Anomaly> anomalies() {
        SeriesBuilder<Anomaly> anomalies = Series.of(Anomaly.class)
                .named(name + ".anomalies")
                .partition(anomalyPartition)
                .sort(anomalySort)
                .tick(tick)
                .withoutCatalogue()
                .options(anomalyOptions)
                .lookup(MethodHandles.lookup());
        return (keepAnomalies == null ? anomalies : anomalies.keep(keepAnomalies)).build();
    }
}
