package dev.varve.server.fleet;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.FleetDevice;
import dev.varve.server.fleet.view.FleetView;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the whole fleet. They are computed in one pass over all devices, for each request; where that takes long, because the
 * fleet is large, they are kept for a while. Thread-safe.
 */
final class FleetOverview {

    /** Counts that take less than this are computed for each request. */
    private static final long SHORT_NANOS = 20_000_000;

    /** Counts are kept for this many times as long as computing them took: a twentieth of one processor at most. */
    private static final int KEPT_FACTOR = 20;

    /**
     * The counts.
     *
     * @param byStatus the number of devices of each status; none where it is missing
     * @param online the number of devices with a recent reading
     * @param fields the names of all fields; those that most devices have come first
     * @param devices all devices, in the order of their ids
     */
    record Counts(
            Map<DeviceStatus, Long> byStatus,
            long online,
            List<String> fields,
            Locations locations,
            Collection<DeviceGroup> devices) {

        Counts {
            byStatus = Map.copyOf(byStatus);
            fields = List.copyOf(fields);
            devices = Collections.unmodifiableCollection(devices);
        }

        long total() {
            return devices.size();
        }

        long of(DeviceStatus status) {
            return byStatus.getOrDefault(status, 0L);
        }
    }

    private final FleetView view;
    private final Duration inactiveAfter;
    private final LongSupplier nanos;

    // Guarded by this.
    private @Nullable Counts kept;
    private long keptUntil;

    /** @param nanos a clock that measures how long something takes */
    FleetOverview(FleetView view, Duration inactiveAfter, LongSupplier nanos) {
        this.view = view;
        this.inactiveAfter = inactiveAfter;
        this.nanos = nanos;
    }

    synchronized Counts counts(Instant now) {
        long begin = nanos.getAsLong();
        Counts known = kept;
        if (known != null && begin - keptUntil < 0) {
            return known;
        }
        Counts counts = computed(now);
        long end = nanos.getAsLong();
        boolean isShort = end - begin < SHORT_NANOS;
        kept = isShort ? null : counts;
        keptUntil = end + (end - begin) * KEPT_FACTOR;
        return counts;
    }

    private Counts computed(Instant now) {
        Map<DeviceStatus, Long> byStatus = new EnumMap<>(DeviceStatus.class);
        FieldCounts fields = new FieldCounts();
        Locations.Builder locations = new Locations.Builder(view, "");
        long online = 0;
        Collection<DeviceGroup> devices = DeviceGroup.all(view);
        for (DeviceGroup device : devices) {
            boolean isOnline = isOnline(device, now);
            online += isOnline ? 1 : 0;
            byStatus.merge(device.status(), 1L, Long::sum);
            fields.add(device);
            locations.add(device, isOnline);
        }
        return new Counts(byStatus, online, fields.ordered(), locations.build(), devices);
    }

    /** Counts the devices that have each field. */
    private final class FieldCounts {

        // Series of one kind share the list of their fields.
        private final IdentityHashMap<List<String>, int[]> lists = new IdentityHashMap<>();
        private final Map<String, Integer> devices = new TreeMap<>();

        void add(DeviceGroup device) {
            if (device.entries().size() == 1) {
                lists.computeIfAbsent(view.fields(device.main().deviceId()), first -> new int[1])[0]++;
                return;
            }
            Set<String> all = new TreeSet<>();
            device.entries().forEach(entry -> all.addAll(view.fields(entry.deviceId())));
            all.forEach(field -> devices.merge(field, 1, Integer::sum));
        }

        List<String> ordered() {
            lists.forEach((fields, count) -> fields.forEach(field -> devices.merge(field, count[0], Integer::sum)));
            return devices.entrySet().stream()
                    .sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    boolean isOnline(DeviceGroup device, Instant now) {
        return seenAt(device).isAfter(now.minus(inactiveAfter));
    }

    /** Returns when a device was last seen. */
    Instant seenAt(DeviceGroup device) {
        Instant seen = Instant.MIN;
        for (FleetDevice entry : device.entries()) {
            Instant each = seenAt(entry);
            seen = each.isAfter(seen) ? each : seen;
        }
        return seen;
    }

    /** The latest reading may not be in memory yet, and the registry lags behind. */
    private Instant seenAt(FleetDevice device) {
        Instant read = view.seenAt(device.deviceId()).orElse(Instant.MIN);
        Instant recorded = device.lastSeenAt().orElse(Instant.MIN);
        return read.isBefore(recorded) ? recorded : read;
    }
}
