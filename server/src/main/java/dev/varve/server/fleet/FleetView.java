package dev.varve.server.fleet;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the fleet looks like now, in memory: who there is, what each said last, which alerts are not resolved. Filled once
 * from the table and then by its changes; the registry and the alerts are asked for again now and then, for what another
 * process did.
 */
public final class FleetView implements ChangeHandler {

    private static final Duration REFRESHED = Duration.ofSeconds(30);

    /** While this process has the feed's lease it is called every second; after such a pause another one may have had it. */
    private static final Duration LEASE_LOST = Duration.ofSeconds(15);

    /** An index may not show a change yet that was made here this recently. */
    private static final Duration INDEX_LAG = Duration.ofMinutes(1);

    /** The most names of fields that are kept for each device, of those that were not stored. */
    private static final int MAX_LEFT_OUT = 100;

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
    private final Map<String, Instant> changedHere = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> leftOut = new ConcurrentHashMap<>();
    private final List<Consumer<String>> whenRemoved = new CopyOnWriteArrayList<>();
    private final RateCounter rate = new RateCounter();
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile Instant refreshed = Instant.EPOCH;
    private volatile boolean isFilled;
    private volatile boolean hasDevices;

    /** Whether this process heard of changes when the table was last asked. */
    private volatile boolean wasHearing;

    private volatile @Nullable Instant called;

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
        Instant recently = clock.instant().minus(INDEX_LAG);
        changedHere.values().removeIf(changed -> changed.isBefore(recently));
        Set<String> found = new HashSet<>();
        try (Stream<FleetDevice> all = fleet.devices().stream()) {
            all.forEach(device -> {
                found.add(device.deviceId());
                if (!changedHere.containsKey(device.deviceId())) {
                    devices.put(device.deviceId(), device);
                }
            });
        }
        for (String id : List.copyOf(devices.keySet())) {
            if (!found.contains(id) && !changedHere.containsKey(id)) {
                forget(id);
            }
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
        noteCall();
        for (Change change : changes) {
            fleet.readings().event(change).ifPresent(reading -> {
                rate.count(reading.at(), clock.instant());
                if (latest.merge(reading.deviceId(), reading, FleetView::newer).equals(reading)) {
                    listener.read(reading);
                }
            });
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> tick() {
        noteCall();
        return CompletableFuture.completedFuture(null);
    }

    /** After a pause another process may have handled changes: the latest readings are read again. */
    private void noteCall() {
        Instant now = clock.instant();
        Instant before = called;
        if (before != null && !now.isBefore(before.plus(LEASE_LOST))) {
            wasHearing = false;
        }
        called = now;
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
        changedHere.put(device.deviceId(), clock.instant());
        devices.put(device.deviceId(), device);
    }

    /** Notes that a device was deleted here. */
    public void remove(String deviceId) {
        changedHere.put(deviceId, clock.instant());
        forget(deviceId);
    }

    private void forget(String deviceId) {
        devices.remove(deviceId);
        latest.remove(deviceId);
        alerts.remove(deviceId);
        leftOut.remove(deviceId);
        whenRemoved.forEach(listener -> listener.accept(deviceId));
    }

    /** Calls with the id of each device that is removed from now on. */
    void whenRemoved(Consumer<String> listener) {
        whenRemoved.add(listener);
    }

    /** Notes fields of a device that were not stored, because it has too many. */
    void leftOut(String deviceId, Collection<String> fields) {
        Set<String> known = leftOut.computeIfAbsent(deviceId, first -> new ConcurrentSkipListSet<>());
        for (String field : fields) {
            if (known.size() < MAX_LEFT_OUT) {
                known.add(field);
            }
        }
    }

    /** Returns fields of a device that were not stored since this process began. */
    Collection<String> leftOut(String deviceId) {
        return List.copyOf(leftOut.getOrDefault(deviceId, Set.of()));
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

    /** Returns how many readings have a clock within the last minute. */
    public long readingsLastMinute() {
        return rate.lastMinute(clock.instant());
    }
}
