package dev.varve.server.fleet;

import dev.varve.core.alert.Alert;
import dev.varve.core.alert.AlertStatus;
import dev.varve.core.alert.Severity;
import dev.varve.core.feed.Change;
import dev.varve.core.feed.ChangeHandler;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * What the fleet looks like now, in memory: who there is, what each said last, which alerts are not resolved. Filled once
 * from the table and then by its changes; the registry and the alerts are asked for again now and then, for what another
 * process did.
 */
public final class FleetView implements ChangeHandler {

    private static final Duration REFRESHED = Duration.ofSeconds(30);

    /** Told of what is new. */
    public interface Listener {

        /** Told of each reading that is the newest of its device. */
        void read(DynamicReading reading);

        /** Returns whether this process is the one that hears of changes; another may be. */
        boolean hearsChanges();
    }

    private final OpenFleet<DynamicReading> fleet;
    private final InstantSource clock;
    private final Listener listener;
    private final Map<String, FleetDevice> devices = new ConcurrentSkipListMap<>();
    private final Map<String, DynamicReading> latest = new ConcurrentHashMap<>();
    private volatile Map<String, Map<String, Alert>> alerts = new ConcurrentHashMap<>();
    private final Rate rate = new Rate();
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile Instant refreshed = Instant.EPOCH;
    private volatile boolean isFilled;
    private volatile boolean hasDevices;

    /** Whether this process heard of changes when the table was last asked. */
    private volatile boolean wasHearing;

    public FleetView(OpenFleet<DynamicReading> fleet, InstantSource clock, Listener listener) {
        this.fleet = fleet;
        this.clock = clock;
        this.listener = listener;
    }

    /**
     * Asks the table again for what may have changed unheard, if that is due. While somebody else does so already, what there
     * is stays good enough; only before the first look there is nothing, and all wait for it.
     */
    public void refresh() {
        if (!isDue()) {
            return;
        }
        if (isFilled) {
            if (refreshing.tryLock()) {
                refreshNow();
            }
        } else {
            refreshing.lock();
            refreshNow();
        }
    }

    private boolean isDue() {
        return !clock.instant().isBefore(refreshed.plus(REFRESHED));
    }

    /** Asks the table, and gives back the lock that is held. */
    private void refreshNow() {
        try {
            if (!isDue()) {
                return;
            }
            boolean isHearing = listener.hearsChanges();
            readDevices();
            // What was said before this process began to hear of changes may be known to others only: all is read
            // again.
            boolean isHeard = isHearing && wasHearing;
            List<String> unheard = devices.keySet().stream()
                    .filter(id -> !isHeard || !latest.containsKey(id))
                    .toList();
            fleet.latest(unheard).forEach((id, reading) -> latest.merge(id, reading, FleetView::newer));
            Map<String, Map<String, Alert>> unresolved = new ConcurrentHashMap<>();
            for (Severity severity : Severity.values()) {
                try (Stream<Alert> some = fleet.alerts().unresolved(severity).stream()) {
                    some.forEach(alert -> put(unresolved, alert));
                }
            }
            alerts = unresolved;
            wasHearing = isHearing;
            isFilled = true;
            refreshed = clock.instant();
        } finally {
            refreshing.unlock();
        }
    }

    private void readDevices() {
        try (Stream<FleetDevice> all = fleet.devices().stream()) {
            all.forEach(device -> devices.put(device.deviceId(), device));
        }
        hasDevices = true;
    }

    /** Reads which devices there are, where nobody has done so yet. */
    void requireDevices() {
        if (hasDevices) {
            return;
        }
        refreshing.lock();
        try {
            if (!hasDevices) {
                readDevices();
            }
        } finally {
            refreshing.unlock();
        }
    }

    private static void put(Map<String, Map<String, Alert>> all, Alert alert) {
        all.computeIfAbsent(alert.deviceId(), first -> new ConcurrentSkipListMap<>())
                .put(alert.alertId(), alert);
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        for (Change change : changes) {
            fleet.readings().event(change).ifPresent(reading -> {
                rate.count(clock.instant());
                if (latest.merge(reading.deviceId(), reading, FleetView::newer).equals(reading)) {
                    listener.read(reading);
                }
            });
        }
        return CompletableFuture.completedFuture(null);
    }

    /** What was missed is read from the table, as at the start. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        latest.clear();
        wasHearing = false;
        isFilled = false;
        refreshed = Instant.EPOCH;
        return CompletableFuture.completedFuture(null);
    }

    private static DynamicReading newer(DynamicReading one, DynamicReading other) {
        return other.at().isBefore(one.at()) ? one : other;
    }

    public Collection<FleetDevice> devices() {
        return devices.values();
    }

    public Optional<FleetDevice> device(String deviceId) {
        return Optional.ofNullable(devices.get(deviceId));
    }

    /** Notes a device that was just registered or changed here. */
    public void put(FleetDevice device) {
        devices.put(device.deviceId(), device);
    }

    public Optional<DynamicReading> latest(String deviceId) {
        return Optional.ofNullable(latest.get(deviceId));
    }

    /** Notes an alert that was just opened or changed here. */
    public void put(Alert alert) {
        if (alert.status() == AlertStatus.RESOLVED) {
            Map<String, Alert> ofDevice = alerts.get(alert.deviceId());
            if (ofDevice != null) {
                ofDevice.remove(alert.alertId());
            }
        } else {
            put(alerts, alert);
        }
    }

    /** Returns the alerts of a device that are not resolved. */
    public Collection<Alert> alerts(String deviceId) {
        return alerts.getOrDefault(deviceId, Map.of()).values();
    }

    /** Returns the alerts that are not resolved. */
    public Stream<Alert> alerts() {
        return alerts.values().stream().flatMap(some -> some.values().stream());
    }

    /** Returns how many readings came in within the last minute. */
    public long readingsLastMinute() {
        return rate.lastMinute(clock.instant());
    }
}
