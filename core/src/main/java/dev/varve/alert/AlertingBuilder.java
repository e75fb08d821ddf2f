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

/** The declaration of an {@link Alerting}; the keys are those of the IoT model unless said otherwise. */
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

    /** Sets the key of alerts, from {@code deviceId}, {@code alertId} and what else an {@link Alert} has. */
    public AlertingBuilder alerts(String partition, String sort) {
        alertPartition = partition;
        alertSort = sort;
        return this;
    }

    /** Sets the index of alerts that are not resolved; {@code severity} is all that its partition is made of. */
    public AlertingBuilder open(String indexName, String partition, String sort) {
        index = indexName;
        indexPartition = partition;
        indexSort = sort;
        return this;
    }

    /** Sets the key of what rules remember, from {@code deviceId} and {@code series}. */
    public AlertingBuilder states(String partition, String sort) {
        statePartition = partition;
        stateSort = sort;
        return this;
    }

    /** Sets the key of anomalies, from the clock {@code at}, {@code deviceId} and shards: {@code ANOMALY#{at:day}#{shard:4}}. */
    public AlertingBuilder anomalies(String partition, String sort) {
        anomalyPartition = partition;
        anomalySort = sort;
        return this;
    }

    /** Stores a component of anomalies in an attribute of another name: {@code anomalyAttribute("deviceId", "SensorId")}. */
    public AlertingBuilder anomalyAttribute(String component, String attribute) {
        anomalyOptions = anomalyOptions.rename(component, attribute);
        return this;
    }

    /** Sets the tick of the clock in the key of anomalies, which should be that of the readings; milliseconds if not. */
    public AlertingBuilder tick(Tick newTick) {
        tick = newTick;
        return this;
    }

    /** Lets anomalies expire this long after their reading; for ever unless said otherwise. */
    public AlertingBuilder keepAnomalies(Duration duration) {
        keepAnomalies = Durations.check("alert.duration", "keepAnomalies", duration);
        return this;
    }

    /** Returns the declaration, or refuses it with a message that says what to change. */
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
