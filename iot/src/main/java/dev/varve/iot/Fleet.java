package dev.varve.iot;

import dev.varve.Varve;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Alerting;
import dev.varve.alert.AlertingBuilder;
import dev.varve.alert.Detector;
import dev.varve.alert.Notifier;
import dev.varve.entity.Entity;
import dev.varve.item.InstantFormat;
import dev.varve.item.RecordMapping;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Declaration;
import dev.varve.schema.Schema;
import dev.varve.series.Series;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a fleet: a registry of devices, their readings with hourly, daily and monthly rows, alerts and
 * anomalies, in one table. Immutable.
 *
 * <pre>{@code
 * static final Fleet<Reading> FLEET = Fleet.of(Reading.class).table("telemetry").rules(TOO_HOT).build();
 *
 * try (Varve db = Varve.open(engine, FLEET.schema())) {
 *   OpenFleet<Reading> fleet = FLEET.on(db);
 *   fleet.append(new Reading("sensor_01", now, 22.4, 45, 87));
 *   fleet.device("sensor_01").latest();
 * }
 * }</pre>
 *
 * @param <E> the record of a reading; it has a {@code deviceId} and a clock {@code at}. If it also has an optional text
 *     {@code location}, readings get the location of their device, and there are rows for each location.
 */
public final class Fleet<E extends Record> {

    private final String table;
    private final FleetLayout layout;
    private final Entity<FleetDevice> devices;
    private final Series<E> readings;
    private final Alerting alerting;
    private final List<AlertRule> rules;
    private final List<Detector> detectors;
    private final @Nullable BaselineWindow baseline;
    private final RecordMapping<E> plain;
    private final boolean hasLocation;
    private final boolean registersUnknown;
    private final Duration inactiveAfter;
    private final ZoneId zone;
    private final Schema schema;

    Fleet(FleetBuilder<E> declared) {
        table = declared.table;
        layout = declared.layout;
        rules = List.copyOf(declared.rules);
        detectors = List.copyOf(declared.detectors);
        baseline = declared.baseline;
        registersUnknown = declared.registersUnknown;
        inactiveAfter = declared.inactiveAfter;
        zone = declared.zone;
        plain = RecordMapping.of(declared.type, declared.readingOptions(), declared.lookup);
        FleetSeries<E> series = new FleetSeries<>(declared, plain);
        hasLocation = series.hasLocation();
        readings = series.build();
        devices = devices(declared.statusShards);
        alerting = alerting(declared);
        schema = buildSchema();
    }

    /** Starts the declaration of a fleet with readings of this record type. */
    public static <E extends Record> FleetBuilder<E> of(Class<E> reading) {
        return new FleetBuilder<>(reading);
    }

    /** Returns a fleet with readings of type {@link Reading} in this table. */
    public static Fleet<Reading> standard(String table) {
        return of(Reading.class).table(table).build();
    }

    /** Returns a fleet for devices that are not known in advance: the first reading of a device registers it. */
    public static Fleet<DynamicReading> dynamic(String table) {
        return of(DynamicReading.class).table(table).registerUnknown().build();
    }

    private Entity<FleetDevice> devices(int shards) {
        FleetLayout.Templates keys = layout.of(FleetItem.DEVICE);
        return Entity.of(FleetDevice.class)
                .named("devices")
                .partition(keys.partition())
                .sort(keys.sort())
                .index(
                        Devices.INDEX,
                        "DEVICE_STATUS#{status}" + (shards == 0 ? "" : "#{shard:" + shards + "}"),
                        "DEVICE#{deviceId}")
                .options(RecordOptions.defaults()
                        .lowerCaseEnums()
                        .instants(InstantFormat.SECONDS)
                        .leaveOutEmpty())
                .createdAt("createdAt")
                .updatedAt("updatedAt")
                .lookup(MethodHandles.lookup())
                .build();
    }

    private Alerting alerting(FleetBuilder<E> declared) {
        FleetLayout.Templates alert = layout.of(FleetItem.ALERT);
        FleetLayout.Templates state = layout.of(FleetItem.RULES);
        FleetLayout.Templates anomaly = layout.of(FleetItem.ANOMALY);
        AlertingBuilder builder = Alerting.named("alerts")
                .alerts(alert.partition(), alert.sort())
                .open(Devices.INDEX, "ALERT_SEVERITY#{severity}", "ALERT#{alertId}")
                .states(state.partition(), state.sort())
                .anomalies(anomaly.partition(), anomaly.sort())
                .tick(declared.tick);
        for (String component : List.of("at", "deviceId", "series", "severity", "findings")) {
            builder.anomalyAttribute(component, layout.anomalyName(component));
        }
        return (declared.keepAnomalies == null ? builder : builder.keepAnomalies(declared.keepAnomalies)).build();
    }

    private Schema buildSchema() {
        if (!layout.isInFourTables()) {
            return Schema.of(layout.main(table), alerting.with(devices, readings));
        }
        return Schema.of(
                Schema.in(layout.main(table), devices, readings),
                Schema.in(layout.latest(table)),
                Schema.in(layout.aggregated(table)),
                Schema.in(layout.anomalies(table), alerting.with()));
    }

    /** Returns the schema to open a database with. */
    public Schema schema() {
        return schema;
    }

    /** Returns the declarations, for a schema with more than the fleet. */
    public List<Declaration> declarations() {
        return schema.declarations();
    }

    public Entity<FleetDevice> devices() {
        return devices;
    }

    public Series<E> readings() {
        return readings;
    }

    public Alerting alerting() {
        return alerting;
    }

    /** Returns this fleet in an open database, without a notifier of alerts. */
    public OpenFleet<E> on(Varve db) {
        return on(db, Notifier.none());
    }

    /** Returns this fleet in an open database. */
    public OpenFleet<E> on(Varve db, Notifier notifier) {
        return new OpenFleet<>(this, db, notifier);
    }

    List<AlertRule> rules() {
        return rules;
    }

    List<Detector> detectors() {
        return detectors;
    }

    Optional<BaselineWindow> baseline() {
        return Optional.ofNullable(baseline);
    }

    /** Returns the mapping of readings without the attribute names of the layout. */
    RecordMapping<E> plain() {
        return plain;
    }

    boolean hasLocation() {
        return hasLocation;
    }

    boolean registersUnknown() {
        return registersUnknown;
    }

    Duration inactiveAfter() {
        return inactiveAfter;
    }

    /** Returns the precision of the stored time at which a device was last seen. */
    Duration quarter() {
        return inactiveAfter.dividedBy(4);
    }

    ZoneId zone() {
        return zone;
    }
}
