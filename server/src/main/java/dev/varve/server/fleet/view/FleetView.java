package dev.varve.server.fleet.view;

import dev.varve.alert.Alert;
import dev.varve.alert.AlertStatus;
import dev.varve.alert.Severity;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.iot.ReadingWriter;
import dev.varve.server.ingest.SeriesName;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The current state of the fleet in memory: devices, their latest readings and unresolved alerts. It is filled from the
 * table once. Then the change feed updates it, or the intake if nobody else can write readings. The registry and the alerts are also read again now and then, because another
 * process may have changed them.
 */
public final class FleetView implements ChangeHandler {

    private static final Duration REFRESHED = Duration.ofSeconds(30);

    /** While requests come, the table is read again in the background this long after the last time. */
    private static final Duration REFRESHED_AHEAD = Duration.ofSeconds(20);

    /** Without requests for this long, nothing is read in the background: a read of the table has a price. */
    private static final Duration ASKED_LATELY = Duration.ofMinutes(2);

    /** With the feed's lease it is called every second; after such a pause another process may have had the lease. */
    private static final Duration LEASE_LOST = Duration.ofSeconds(15);

    /** An index may not show a change yet that was made here this recently. */
    private static final Duration INDEX_LAG = Duration.ofMinutes(1);

    /** The registry is read again after a pause that is this many times as long as reading it took. */
    private static final int PAUSE_FACTOR = 50;

    /** The largest number of latest readings that one call reads from the table: less than a second. */
    private static final int READ_AT_ONCE = 2_000;

    /** The largest number of names of fields that were not stored, per device. */
    private static final int MAX_LEFT_OUT = 100;

    /** Receives what is new. */
    public interface Listener {

        /** Called with each reading that is the newest of its device. */
        void read(DynamicReading reading);

        /** Returns whether {@link #read} has to be called. */
        default boolean isListening() {
            return true;
        }

        /** Returns whether this process processes the change feed; another process may do so. */
        boolean receivesChanges();
    }

    private final OpenFleet<DynamicReading> fleet;
    private final InstantSource clock;
    private final Listener listener;
    private final Map<String, FleetDevice> devices = new ConcurrentSkipListMap<>();

    /** The same devices without an order: an id is looked up several times when its device is registered. */
    private final Map<String, FleetDevice> byId = new ConcurrentHashMap<>();

    private final SeriesIndex series = new SeriesIndex();
    private final Map<String, LatestReading> latest = new ConcurrentHashMap<>();

    /** The devices whose latest reading has to be read from the table. */
    private final Set<String> unread = ConcurrentHashMap.newKeySet();

    private final SharedLists fields = new SharedLists();
    private volatile Map<String, Map<String, Alert>> alerts = new ConcurrentHashMap<>();
    private final Map<String, Instant> changedHere = new ConcurrentHashMap<>();
    private final Map<String, Set<String>> leftOut = new ConcurrentHashMap<>();
    private final List<Consumer<String>> whenRemoved = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> whenChanged = new CopyOnWriteArrayList<>();
    private final RateCounter rate = new RateCounter();
    private final ReentrantLock refreshing = new ReentrantLock();
    private volatile Instant refreshed = Instant.EPOCH;
    /** When a caller last wanted the state. */
    private volatile Instant asked = Instant.EPOCH;

    private volatile Instant devicesDue = Instant.EPOCH;
    private volatile Instant recorded = Instant.EPOCH;
    private volatile boolean isFilled;
    private volatile boolean hasDevices;

    /** Whether all readings are passed by the intake, and by the journals of other servers, so that the feed need not. */
    private final boolean isInformed;

    /** Whether the readings of other servers are passed. */
    private final boolean isFollowing;

    /** Whether no other process can change the table. */
    private final boolean isOnlyProcess;

    /** Whether readings of other servers may have been missed since the last read of the table. */
    private volatile boolean isBehind;

    /** Whether this process processed the change feed at the last read of the table. */
    private volatile boolean receivedChanges;

    private volatile @Nullable Instant called;

    public FleetView(OpenFleet<DynamicReading> fleet, InstantSource clock, Listener listener) {
        this(fleet, clock, listener, false);
    }

    private FleetView(OpenFleet<DynamicReading> fleet, InstantSource clock, Listener listener, boolean isFollowing) {
        this.fleet = fleet;
        this.clock = clock;
        this.listener = listener;
        this.isFollowing = isFollowing;
        this.isOnlyProcess = ReadingWriter.on(fleet).isOnlyWriter();
        this.isInformed = isFollowing || isOnlyProcess;
    }

    /** Returns a view that gets the readings of other servers through {@link #followed} and {@link #missed}. */
    public static FleetView following(OpenFleet<DynamicReading> fleet, InstantSource clock, Listener listener) {
        return new FleetView(fleet, clock, listener, true);
    }

    /**
     * Reads the table again if this is due. While another thread does so, callers use the state there is; only before the
     * first read there is none, and all callers wait for it.
     */
    public void refresh() {
        asked = clock.instant();
        if (isOlderThan(REFRESHED)) {
            refresh(REFRESHED);
        }
    }

    /** Reads the table before {@link #refresh} has to, if it was called lately, so that no request waits for it. */
    public void refreshAhead() {
        if (isFilled && isOlderThan(REFRESHED_AHEAD) && clock.instant().isBefore(asked.plus(ASKED_LATELY))) {
            refresh(REFRESHED_AHEAD);
        }
    }

    private void refresh(Duration age) {
        if (isFilled) {
            if (refreshing.tryLock()) {
                refreshNow(age);
            }
        } else {
            refreshing.lock();
            refreshNow(age);
        }
    }

    /**
     * Returns whether the registry must be read. The first request does not wait for it if it was read before and no other process
     * can change it: what this process registers is in memory at once. The next refresh reads it.
     */
    private boolean mustReadDevices() {
        boolean isDue = !clock.instant().isBefore(devicesDue);
        return !hasDevices || (isDue && (isFilled || !isOnlyProcess));
    }

    private boolean isOlderThan(Duration age) {
        return !clock.instant().isBefore(refreshed.plus(age));
    }

    /** Reads the table if the state is older than this, and releases the lock. */
    private void refreshNow(Duration age) {
        boolean wasBehind = isBehind;
        try {
            if (!isOlderThan(age)) {
                return;
            }
            isBehind = false;
            boolean receivesChanges = listener.receivesChanges();
            if (mustReadDevices()) {
                readDevices();
            }
            // Readings from before this process got the lease may have reached another process only, so all are read
            // again.
            boolean isUpToDate =
                    (isFollowing && isFilled && !wasBehind) || (!isFollowing && receivesChanges && receivedChanges);
            // A round over a large fleet takes several calls, and is completed before the next one.
            boolean readsAll = wasBehind || (!isUpToDate && unread.isEmpty());
            for (String id : devices.keySet()) {
                if (readsAll || !latest.containsKey(id)) {
                    unread.add(id);
                }
            }
            readSome();
            Map<String, Map<String, Alert>> unresolved = new ConcurrentHashMap<>();
            for (Severity severity : Severity.values()) {
                try (Stream<Alert> some = fleet.alerts().unresolved(severity).stream()) {
                    some.forEach(alert -> put(unresolved, alert));
                }
            }
            alerts = unresolved;
            receivedChanges = receivesChanges;
            isFilled = true;
            refreshed = clock.instant();
        } catch (RuntimeException e) {
            isBehind = wasBehind || isBehind;
            throw e;
        } finally {
            refreshing.unlock();
        }
    }

    /** Reads the latest readings of some devices that are not in memory. A large fleet is read in several calls. */
    private void readSome() {
        if (!unread.isEmpty()) {
            readLatest(unread.stream().limit(READ_AT_ONCE).toList());
        }
    }

    private void readLatest(List<String> ids) {
        fleet.latest(ids)
                .forEach((id, reading) ->
                        latest.merge(id, new LatestReading(reading).sharing(fields::shared), LatestReading::newer));
        ids.forEach(unread::remove);
    }

    /** Reads the latest readings of these devices, unless they are in memory. */
    public void require(Collection<String> deviceIds) {
        List<String> missing = unread.isEmpty()
                ? List.of()
                : deviceIds.stream().filter(unread::contains).toList();
        if (!missing.isEmpty()) {
            readLatest(missing);
        }
    }

    private void readDevices() {
        Instant begin = clock.instant();
        Instant recently = begin.minus(INDEX_LAG);
        changedHere.values().removeIf(changed -> changed.isBefore(recently));
        Set<String> found = new HashSet<>();
        try (Stream<FleetDevice> all = fleet.devices().stream()) {
            all.forEach(device -> {
                found.add(device.deviceId());
                FleetDevice before = byId.get(device.deviceId());
                // An equal one has parts that other objects share.
                if (!device.equals(before) && !changedHere.containsKey(device.deviceId())) {
                    set(device);
                }
            });
        }
        for (String id : List.copyOf(devices.keySet())) {
            if (!found.contains(id) && !changedHere.containsKey(id)) {
                forget(id);
            }
        }
        hasDevices = true;
        Instant end = clock.instant();
        devicesDue = end.plus(Duration.between(begin, end).multipliedBy(PAUSE_FACTOR));
    }

    /** Reads the registry again if that is due; returns whether it was read. */
    public boolean refreshDevices() {
        if (clock.instant().isBefore(devicesDue)) {
            return false;
        }
        refreshing.lock();
        try {
            boolean isStillDue = !clock.instant().isBefore(devicesDue);
            if (isStillDue) {
                readDevices();
                Instant next = clock.instant().plus(REFRESHED);
                devicesDue = devicesDue.isAfter(next) ? devicesDue : next;
            }
            return isStillDue;
        } finally {
            refreshing.unlock();
        }
    }

    /** Reads the registry, unless this has been done. */
    public void requireDevices() {
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
        if (!isInformed) {
            followed(changes);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Takes readings that other servers have accepted. */
    public void followed(List<Change> changes) {
        for (Change change : changes) {
            fleet.readings().event(change).ifPresent(reading -> {
                rate.count(reading.at(), clock.instant(), 1);
                read(new LatestReading(reading));
            });
        }
    }

    /** Notes that readings of other servers were not passed: the next refresh reads the latest of all devices. */
    public void missed() {
        isBehind = true;
    }

    /** Returns whether the readings are passed without the change feed. */
    @Override
    public boolean isIdle() {
        return isInformed;
    }

    /** Counts readings with this clock that were just stored here; otherwise the change feed reports them. */
    public void count(Instant at, int readings) {
        if (isInformed) {
            rate.count(at, clock.instant(), readings);
        }
    }

    /** Returns whether {@link #note} must be called with each reading, and not only with the newest of each device. */
    public boolean isWatched() {
        return isInformed && listener.isListening();
    }

    /** Takes a reading that was just stored here. If the change feed reports it too, that is up to a second later. */
    public void appended(LatestReading reading) {
        count(reading.at(), 1);
        note(reading);
    }

    /** Takes a reading like {@link #appended}, which was counted already. */
    public void note(LatestReading reading) {
        if (isInformed) {
            read(reading);
        } else {
            latest.merge(
                    reading.deviceId(),
                    reading.sharing(fields::shared),
                    (one, other) -> other.at().isAfter(one.at()) ? other : one);
        }
    }

    private void read(LatestReading sent) {
        LatestReading reading = sent.sharing(fields::shared);
        LatestReading newest = latest.merge(reading.deviceId(), reading, LatestReading::newer);
        if (newest.at().equals(reading.at()) && listener.isListening()) {
            listener.read(newest.reading());
        }
    }

    @Override
    public CompletableFuture<Void> tick() {
        noteCall();
        Instant now = clock.instant();
        if (!now.isBefore(recorded.plus(REFRESHED))) {
            recorded = now;
            fleet.devices().recordSeen();
        }
        if (!unread.isEmpty() && refreshing.tryLock()) {
            try {
                readSome();
            } finally {
                refreshing.unlock();
            }
        }
        return CompletableFuture.completedFuture(null);
    }

    /** After a pause another process may have handled changes, so the latest readings are read again. */
    private void noteCall() {
        Instant now = clock.instant();
        Instant before = called;
        if (before != null && !now.isBefore(before.plus(LEASE_LOST))) {
            receivedChanges = false;
        }
        called = now;
    }

    /** Changes that were missed are read from the table, as at the start. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        latest.clear();
        devicesDue = Instant.EPOCH;
        receivedChanges = false;
        isFilled = false;
        refreshed = Instant.EPOCH;
        return CompletableFuture.completedFuture(null);
    }

    public Collection<FleetDevice> devices() {
        return devices.values();
    }

    public Optional<FleetDevice> device(String deviceId) {
        return Optional.ofNullable(byId.get(deviceId));
    }

    /** Returns the registered series of a device; the one that has the id of the device comes first. */
    public List<FleetDevice> seriesOf(String deviceId) {
        return Stream.concat(Stream.of(deviceId), series.of(deviceId).stream())
                .map(byId::get)
                .flatMap(Stream::ofNullable)
                .filter(entry -> SeriesName.deviceOf(entry).equals(deviceId))
                .toList();
    }

    /** Returns the name of a series, whether or not it is registered. */
    public SeriesName name(String seriesId) {
        return device(seriesId).map(SeriesName::of).orElseGet(() -> SeriesName.parse(seriesId));
    }

    /** Returns the device of a series, whether or not it is registered. */
    public String deviceOf(String seriesId) {
        FleetDevice entry = byId.get(seriesId);
        return entry == null ? SeriesName.deviceOf(seriesId) : SeriesName.deviceOf(entry);
    }

    /** Returns whether the registry has entries of an older version, which name a measurement. */
    public boolean hasOlderEntries() {
        return series.hasOlderEntries();
    }

    /** Adds a device that was just registered or changed here. */
    public void put(FleetDevice device) {
        changedHere.put(device.deviceId(), clock.instant());
        set(device);
    }

    private void set(FleetDevice device) {
        series.add(device);
        FleetDevice before = replaced(device.deviceId(), device);
        if (before != null && before.status() != device.status()) {
            whenChanged.forEach(each -> each.accept(device.deviceId()));
        }
    }

    /** Puts a device in the place of the one with its id, or removes that one; returns it. Both maps change together. */
    private @Nullable FleetDevice replaced(String deviceId, @Nullable FleetDevice device) {
        AtomicReference<@Nullable FleetDevice> before = new AtomicReference<>();
        byId.compute(deviceId, (id, known) -> {
            before.set(known);
            if (device == null) {
                devices.remove(id);
            } else {
                devices.put(id, device);
            }
            return device;
        });
        return before.get();
    }

    /** Removes a device that was deleted here. */
    public void remove(String deviceId) {
        changedHere.put(deviceId, clock.instant());
        forget(deviceId);
    }

    private void forget(String deviceId) {
        FleetDevice before = replaced(deviceId, null);
        if (before != null) {
            series.remove(before);
        }
        latest.remove(deviceId);
        unread.remove(deviceId);
        alerts.remove(deviceId);
        leftOut.remove(deviceId);
        whenRemoved.forEach(each -> each.accept(deviceId));
        whenChanged.forEach(each -> each.accept(deviceId));
    }

    /** Registers a callback for the id of each device that is removed from now on. */
    public void whenRemoved(Consumer<String> listener) {
        whenRemoved.add(listener);
    }

    /** Registers a callback for the id of each device that is removed, or gets another status, from now on. */
    public void whenChanged(Consumer<String> listener) {
        whenChanged.add(listener);
    }

    /** Remembers fields of a device that were not stored because it has too many. */
    public void leftOut(String deviceId, Collection<String> fields) {
        Set<String> known = leftOut.computeIfAbsent(deviceId, first -> new ConcurrentSkipListSet<>());
        for (String field : fields) {
            if (known.size() < MAX_LEFT_OUT) {
                known.add(field);
            }
        }
    }

    /** Returns the fields of a device that were not stored since this process started. */
    public Collection<String> leftOut(String deviceId) {
        return List.copyOf(leftOut.getOrDefault(deviceId, Set.of()));
    }

    /** Returns the clock of the latest reading that is in memory. */
    public Optional<Instant> seenAt(String deviceId) {
        return Optional.ofNullable(latest.get(deviceId)).map(LatestReading::at);
    }

    /** Returns a number of the latest reading that is in memory, or the other one if it has none. */
    public double number(String deviceId, String field, double other) {
        LatestReading reading = latest.get(deviceId);
        return reading == null ? other : reading.number(field, other);
    }

    /** Returns the names of the fields of the latest reading that is in memory. */
    public List<String> fields(String deviceId) {
        LatestReading reading = latest.get(deviceId);
        return reading == null ? List.of() : reading.fields();
    }

    public Optional<DynamicReading> latest(String deviceId) {
        return Optional.ofNullable(latest.get(deviceId)).map(LatestReading::reading);
    }

    /** Adds an alert that was just opened or changed here. */
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

    /** Returns the unresolved alerts of a device. */
    public Collection<Alert> alerts(String deviceId) {
        return alerts.getOrDefault(deviceId, Map.of()).values();
    }

    /** Returns the unresolved alerts. */
    public Stream<Alert> alerts() {
        return alerts.values().stream().flatMap(some -> some.values().stream());
    }

    /** Returns the number of readings with a clock in the last minute. */
    public long readingsLastMinute() {
        return rate.lastMinute(clock.instant());
    }
}
