package dev.varve.iot;

import dev.varve.Processing;
import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Detector;
import dev.varve.alert.Notifier;
import dev.varve.alert.Severity;
import dev.varve.entity.EntityQuery;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupQuery;
import dev.varve.series.AppendReport;
import dev.varve.series.History;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A fleet in an open database. Safe for many threads; open it once and keep it. */
public final class OpenFleet<E extends Record> {

    private final Fleet<E> fleet;
    private final Varve db;
    private final OpenSeries<E> readings;
    private final AlertStore alerts;
    private final Registry registry;
    private final Devices devices;
    private final ReadingFields<E> fields;
    private final @Nullable FleetBaseline usual;
    private final AlertProcessor<E> processor;
    private boolean isFollowed;

    OpenFleet(Fleet<E> fleet, Varve db, Notifier notifier) {
        this.fleet = fleet;
        this.db = db;
        this.readings = db.series(fleet.readings());
        this.alerts = db.alerts(fleet.alerting());
        var entities = db.entities(fleet.devices());
        this.registry = new Registry(fleet, entities, db.clock(), readings::relist);
        this.devices = new Devices(fleet, entities, registry, db.clock());
        this.fields = new ReadingFields<>(fleet);
        this.usual = fleet.usual()
                .map(declared -> new FleetBaseline(declared, fleet, readings, db.clock()))
                .orElse(null);
        this.processor = AlertProcessor.on(alerts, readings)
                .rules(fleet.rules().toArray(AlertRule[]::new))
                .detectors(Stream.concat(
                                fleet.detectors().stream(), usual == null ? Stream.of() : usual.detectors().stream())
                        .toArray(Detector[]::new))
                .notifier(notifier)
                .build();
    }

    /** Returns the registry of devices. */
    public Devices devices() {
        return devices;
    }

    /** Returns one device, whether or not it is registered. */
    public OpenDevice<E> device(String deviceId) {
        return new OpenDevice<>(this, deviceId);
    }

    /**
     * Stores a reading with the location of its device, where the record has room for it, and notes that the device was
     * seen. One write unit up to 1 KB, and another one or two once in a quarter of the inactivity limit.
     */
    public Outcome<E> append(E reading) {
        return BlockingTable.await(appendAsync(reading));
    }

    /** Stores a reading without waiting for it; the future fails with what {@link #append} throws. */
    public CompletableFuture<Outcome<E>> appendAsync(E reading) {
        return located(reading).thenCompose(readings::appendAsync);
    }

    /** Stores many readings, several at a time; returns what became of each, in their order. */
    public AppendReport<E> appendAll(Collection<E> many) {
        return appendAll(many.iterator(), finished -> {});
    }

    /** Stores many readings, several at a time, and tells on the way how many are finished. */
    public AppendReport<E> appendAll(Iterator<E> many, LongConsumer progress) {
        return readings.appendAll(many, this::located, progress);
    }

    /** Stores many readings without waiting for them; the report is that of {@link #appendAll(Collection)}. */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Collection<E> many) {
        return appendAllAsync(many.iterator(), finished -> {});
    }

    /**
     * Stores many readings without waiting for them, and tells on the way how many are finished. The iterator is read on
     * the calling thread first and then on those that complete requests, by one at a time: it must not block.
     */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Iterator<E> many, LongConsumer progress) {
        return readings.appendAllAsync(many, this::located, progress);
    }

    private CompletableFuture<E> located(E reading) {
        try {
            // A reading that is refused must not register its device, nor count as a sign of life.
            return registry.meet(fields.deviceId(reading), fields.at(reading), () -> readings.check(reading))
                    .thenApply(device -> device.flatMap(FleetDevice::location)
                            .map(location -> fields.located(reading, location))
                            .orElse(reading));
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * Deletes a device and its data: readings, aggregates, alerts, anomalies, what rules remember, and the entry in the
     * registry, which goes last. Returns how many readings there were. Meanwhile its status is {@link DeviceStatus#DELETING}.
     * Repeating it after a failure goes on where it stopped. A reading that comes later registers the device again.
     *
     * <p>Aggregates of locations and of all devices follow from the feed for times whose readings were still kept; older ones
     * keep what the device added to them.
     */
    public long deleteDevice(String deviceId) {
        return new DeviceDeletion<>(this, fields, db.clock()).run(deviceId);
    }

    /** Goes on with deletions that were interrupted; returns how many devices these were. */
    public int resumeDeletions() {
        List<FleetDevice> left = devices.withStatus(DeviceStatus.DELETING).list();
        left.forEach(device -> deleteDevice(device.deviceId()));
        return left.size();
    }

    /** Returns how long a device may be silent before it is taken for offline. */
    public Duration inactiveAfter() {
        return fleet.inactiveAfter();
    }

    /** Returns the series of all readings; what is appended there directly is not noted in the registry. */
    public OpenSeries<E> readings() {
        return readings;
    }

    /** Returns the latest reading of each device there ever was, by its id: one query, half a read unit, for each. */
    public Map<String, E> latest() {
        return latest(readings.identities().list());
    }

    /** Returns the latest readings of these devices, of those that have one, by their ids. */
    public Map<String, E> latest(Collection<?> deviceIds) {
        Map<String, E> latest = new LinkedHashMap<>();
        readings.latestOf(deviceIds).forEach((id, reading) -> latest.put(id.text(FleetSeries.DEVICE), reading));
        return latest;
    }

    /** Asks for the aggregates of all devices at a location, at the time of each reading. */
    public RollupQuery aggregatesAt(String location) {
        if (!fleet.hasLocation()) {
            throw new Rejected(
                    "iot.no-location",
                    "record %s has no component location, so nobody knows where its readings were: add Optional<String> location"
                            .formatted(fleet.readings().type().getSimpleName()));
        }
        return readings.rollupsBy(FleetSeries.LOCATION, location);
    }

    /** Asks for the aggregates of all devices; declared with {@link FleetBuilder#wholeFleet}. */
    public RollupQuery aggregates() {
        return readings.rollupsBy("fleet");
    }

    /** Returns the alerts: by device and severity; to acknowledge and resolve. */
    public AlertStore alerts() {
        return alerts;
    }

    /** Asks for the critical alerts of all devices that are not resolved, newest first; follows after a moment. */
    public EntityQuery<Alert> criticalAlerts() {
        return alerts.unresolved(Severity.CRITICAL);
    }

    /** Asks for the anomalies of a day in UTC, of all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(LocalDate day) {
        return alerts.anomalies(day);
    }

    /** Asks for the anomalies with a clock in {@code [from, to)}, of all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(TimeRange range) {
        return alerts.anomalies(range);
    }

    Optional<BaselineComparison> compare(String deviceId, E reading, String field) {
        FleetBaseline known = usual;
        if (known == null) {
            throw new Rejected(
                    "iot.nothing-usual",
                    "the fleet does not know what is usual: declare it with usual(UsualHours.of(\"%s\"))"
                            .formatted(field));
        }
        Instant at = fields.at(reading);
        return fields.number(reading, field)
                .flatMap(value ->
                        known.at(deviceId, field, at).map(norm -> new BaselineComparison(field, at, value, norm)));
    }

    /** Returns what watches the readings with the rules and detectors of the fleet. */
    public AlertProcessor<E> watching() {
        return processor;
    }

    /**
     * Returns what keeps aggregates, alerts and anomalies up to date: {@code processing().start()} lets it work in the
     * background. To be called before anything else begins to process the database.
     */
    public synchronized Processing processing() {
        Processing processing = db.processing();
        if (!isFollowed) {
            isFollowed = true;
            String table = db.schema().tableOf(fleet.readings()).name();
            if (usual != null) {
                processing.follow(table, usual);
            }
            if (!fleet.rules().isEmpty() || !fleet.detectors().isEmpty() || usual != null) {
                processing.follow(table, processor);
            }
        }
        return processing;
    }
}
