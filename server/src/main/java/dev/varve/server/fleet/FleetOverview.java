package dev.varve.server.fleet;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.FleetDevice;
import dev.varve.server.fleet.view.FleetView;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
     */
    record Counts(long total, Map<DeviceStatus, Long> byStatus, long online, List<String> fields, Locations locations) {

        Counts {
            byStatus = Map.copyOf(byStatus);
            fields = List.copyOf(fields);
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
        // Devices of one kind share the list of their fields.
        IdentityHashMap<List<String>, int[]> lists = new IdentityHashMap<>();
        Locations.Builder locations = new Locations.Builder(view, "");
        long total = 0;
        long online = 0;
        for (FleetDevice device : view.devices()) {
            boolean isOnline = isOnline(device, now);
            total++;
            online += isOnline ? 1 : 0;
            byStatus.merge(device.status(), 1L, Long::sum);
            lists.computeIfAbsent(view.fields(device.deviceId()), first -> new int[1])[0]++;
            locations.add(device, isOnline);
        }
        return new Counts(total, byStatus, online, ordered(lists), locations.build());
    }

    private static List<String> ordered(IdentityHashMap<List<String>, int[]> lists) {
        Map<String, Integer> devices = new TreeMap<>();
        lists.forEach((fields, count) -> fields.forEach(field -> devices.merge(field, count[0], Integer::sum)));
        return devices.entrySet().stream()
                .sorted(Collections.reverseOrder(Map.Entry.comparingByValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    boolean isOnline(FleetDevice device, Instant now) {
        return seenAt(device).isAfter(now.minus(inactiveAfter));
    }

    /** Returns when a device was last seen: the latest reading may not be in memory yet, and the registry lags behind. */
    Instant seenAt(FleetDevice device) {
        Instant read = view.seenAt(device.deviceId()).orElse(Instant.MIN);
        Instant recorded = device.lastSeenAt().orElse(Instant.MIN);
        return read.isBefore(recorded) ? recorded : read;
    }
}
