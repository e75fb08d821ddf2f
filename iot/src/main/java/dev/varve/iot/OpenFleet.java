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
import dev.varve.series.BackfillReport;
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

/** A fleet in an open database. Thread-safe; open it once and keep it. */
public final class OpenFleet<E extends Record> {

    private final Fleet<E> fleet;
    private final Varve db;
    private final OpenSeries<E> readings;
    private final AlertStore alerts;
    private final Registry registry;
    private final Devices devices;
    private final ReadingFields<E> fields;
    private final @Nullable FleetBaseline baseline;
    private final AlertProcessor<E> processor;
    private boolean isFollowed;

    OpenFleet(Fleet<E> fleet, Varve db, Notifier notifier) {
        this.fleet = fleet;
        this.db = db;
        this.readings = db.series(fleet.readings());
        this.alerts = db.alerts(fleet.alerting());
        var entities = db.entities(fleet.devices());
        this.registry = new Registry(fleet, entities.deferred(), db.clock(), readings::relist);
        this.devices = new Devices(fleet, entities, registry, db.clock());
        this.fields = new ReadingFields<>(fleet);
        this.baseline = fleet.baseline()
                .map(declared -> new FleetBaseline(declared, fleet, readings, db.clock()))
                .orElse(null);
        this.processor = AlertProcessor.on(alerts, readings)
                .rules(fleet.rules().toArray(AlertRule[]::new))
                .detectors(Stream.concat(
                                fleet.detectors().stream(),
                                baseline == null ? Stream.of() : baseline.detectors().stream())
                        .toArray(Detector[]::new))
                .notifier(notifier)
                .build();
    }

    /** Returns the registry of devices. */
    public Devices devices() {
        return devices;
    }

    Registry registry() {
        return registry;
    }

    /** Returns one device, whether or not it is registered. */
    public OpenDevice<E> device(String deviceId) {
        return new OpenDevice<>(this, fields, deviceId);
    }

    /**
     * Stores a reading, with the location of its device if the record has that component, and records that the device was
     * seen. Costs one write unit up to 1 KB, and one or two more once in a quarter of the inactivity limit.
     */
    public Outcome<E> append(E reading) {
        return BlockingTable.await(appendAsync(reading));
    }

    /** Stores a reading asynchronously; the future fails with the exceptions of {@link #append}. */
    public CompletableFuture<Outcome<E>> appendAsync(E reading) {
        return located(reading).thenCompose(readings::appendAsync);
    }

    /** Stores many readings, several at a time; the report has the outcome of each, in order. */
    public AppendReport<E> appendAll(Collection<E> many) {
        return appendAll(many.iterator(), finished -> {});
    }

    /** Stores many readings, several at a time, and reports the number of finished ones as it goes. */
    public AppendReport<E> appendAll(Iterator<E> many, LongConsumer progress) {
        return readings.appendAll(many, this::located, progress);
    }

    /** Stores many readings asynchronously; the report is that of {@link #appendAll(Collection)}. */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Collection<E> many) {
        return appendAllAsync(many.iterator(), finished -> {});
    }

    /**
     * Stores many readings asynchronously, and reports the number of finished ones as it goes. The iterator is read by one
     * thread at a time: first by the calling thread, then by those that complete requests. It must not block.
     */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Iterator<E> many, LongConsumer progress) {
        return readings.appendAllAsync(many, this::located, progress);
    }

    /**
     * Stores readings of any age, and writes the rows of old ones: see {@link OpenSeries#backfill}. The devices of all readings
     * are registered if unknown ones are.
     */
    public BackfillReport<E> backfill(Collection<E> many) {
        AppendReport<E> stored = BlockingTable.await(stageBackfill(many));
        return new BackfillReport<>(stored, readings.finishBackfill(finished -> {}));
    }

    /** Stores readings of any age and leaves the rows of old ones to background work: see {@link OpenSeries#stageBackfill}. */
    public CompletableFuture<AppendReport<E>> stageBackfill(Collection<E> many) {
        return readings.stageBackfill(many, reading -> located(reading, () -> {}));
    }

    private CompletableFuture<E> located(E reading) {
        // A refused reading must neither register its device nor count as a sign of life.
        return located(reading, () -> readings.check(reading));
    }

    private CompletableFuture<E> located(E reading, Runnable check) {
        try {
            return registry.recordSeen(fields.deviceId(reading), fields.at(reading), check)
                    .thenApply(device -> device.flatMap(FleetDevice::location)
                            .map(location -> fields.located(reading, location))
                            .orElse(reading));
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * Deletes a device and its data: readings, rows, alerts, anomalies, rule states and, last, its entry in the registry.
     * Returns the number of deleted readings. During the deletion the status is {@link DeviceStatus#DELETING}. A call after
     * a failure continues the deletion. A later reading registers the device again.
     *
     * <p>The change feed refreshes rows of locations and of the fleet whose readings were still kept. Older rows keep what
     * the device added to them.
     */
    public long deleteDevice(String deviceId) {
        return new DeviceDeletion<>(this, fields, db.clock()).run(deviceId);
    }

    /** Continues interrupted deletions; returns the number of devices. */
    public int resumeDeletions() {
        List<FleetDevice> left = devices.withStatus(DeviceStatus.DELETING).list();
        left.forEach(device -> deleteDevice(device.deviceId()));
        return left.size();
    }

    /** Returns how long after its last reading a device is offline. */
    public Duration inactiveAfter() {
        return fleet.inactiveAfter();
    }

    /** Returns the series of all readings. Appending to it directly does not update the registry. */
    public OpenSeries<E> readings() {
        return readings;
    }

    /** Returns the latest reading of each device, by its id; costs one query of half a read unit for each. */
    public Map<String, E> latest() {
        return latest(readings.identities().list());
    }

    /** Returns the latest readings of these devices by their ids, without devices that have none. */
    public Map<String, E> latest(Collection<?> deviceIds) {
        Map<String, E> latest = new LinkedHashMap<>();
        readings.latestOf(deviceIds).forEach((id, reading) -> latest.put(id.text(FleetSeries.DEVICE), reading));
        return latest;
    }

    /** Queries the rows of a location: of all readings that devices sent from there. */
    public RollupQuery rowsAt(String location) {
        if (!fleet.hasLocation()) {
            throw new Rejected(
                    "iot.no-location",
                    "record %s has no component location, so there are no rows by location: add Optional<String> location"
                            .formatted(fleet.readings().type().getSimpleName()));
        }
        return readings.rollupsBy(FleetSeries.LOCATION, location);
    }

    /** Queries the rows over all devices; declared with {@link FleetBuilder#wholeFleet}. */
    public RollupQuery rows() {
        return readings.rollupsBy("fleet");
    }

    /** Returns the store of alerts, to query, acknowledge and resolve them. */
    public AlertStore alerts() {
        return alerts;
    }

    /** Queries the unresolved critical alerts of all devices, newest first; eventually consistent. */
    public EntityQuery<Alert> criticalAlerts() {
        return alerts.unresolved(Severity.CRITICAL);
    }

    /** Queries the anomalies of a day in UTC of all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(LocalDate day) {
        return alerts.anomalies(day);
    }

    /** Queries the anomalies with a clock in {@code [from, to)} of all devices, in the order of their clocks. */
    public History<Anomaly> anomalies(TimeRange range) {
        return alerts.anomalies(range);
    }

    Optional<BaselineComparison> compare(String deviceId, E reading, String field) {
        FleetBaseline baselines = baseline;
        if (baselines == null) {
            throw new Rejected(
                    "iot.nothing-baseline",
                    "the fleet has no baselines: declare them with baseline(BaselineWindow.of(\"%s\"))"
                            .formatted(field));
        }
        Instant at = fields.at(reading);
        return fields.number(reading, field)
                .flatMap(value -> baselines
                        .at(deviceId, field, at)
                        .map(found -> new BaselineComparison(field, at, value, found)));
    }

    /** Returns the processor that evaluates the rules and detectors of the fleet. */
    public AlertProcessor<E> watching() {
        return processor;
    }

    /**
     * Returns the processing that updates rows, alerts and anomalies; {@code processing().start()} runs it in the
     * background. Call this before any other processing of the database starts.
     */
    public synchronized Processing processing() {
        Processing processing = db.processing();
        if (!isFollowed) {
            isFollowed = true;
            String table = db.schema().tableOf(fleet.readings()).name();
            if (baseline != null) {
                processing.follow(table, baseline);
            }
            if (!fleet.rules().isEmpty() || !fleet.detectors().isEmpty() || baseline != null) {
                processing.follow(table, processor);
            }
        }
        return processing;
    }
}
