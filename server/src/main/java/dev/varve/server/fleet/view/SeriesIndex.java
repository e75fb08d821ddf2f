package dev.varve.server.fleet.view;

import dev.varve.iot.FleetDevice;
import dev.varve.server.ingest.SeriesName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the series of a device. It holds only series whose id differs from that of their device. Thread-safe. */
final class SeriesIndex {

    /** Most devices have one series: an immutable list. Those that have more have a sorted set. */
    private final Map<String, Collection<String>> byDevice = new ConcurrentHashMap<>();

    /** The ids of entries that an older version has registered. */
    private final Set<String> older = ConcurrentHashMap.newKeySet();

    void add(FleetDevice entry) {
        if (entry.labels().containsKey(SeriesName.MEASUREMENT_LABEL)) {
            older.add(entry.deviceId());
        } else if (!older.isEmpty()) {
            older.remove(entry.deviceId());
        }
        String device = SeriesName.deviceOf(entry);
        if (!device.equals(entry.deviceId())) {
            byDevice.compute(device, (id, before) -> with(before, entry.deviceId()));
        }
    }

    void remove(FleetDevice entry) {
        older.remove(entry.deviceId());
        byDevice.computeIfPresent(SeriesName.deviceOf(entry), (id, before) -> without(before, entry.deviceId()));
    }

    boolean hasOlderEntries() {
        return !older.isEmpty();
    }

    /** Returns the ids of the series of a device, except the one that has the id of the device. */
    List<String> of(String device) {
        Collection<String> ids = byDevice.get(device);
        if (ids == null) {
            return List.of();
        }
        synchronized (ids) {
            return List.copyOf(ids);
        }
    }

    private static Collection<String> with(@Nullable Collection<String> before, String id) {
        if (before == null) {
            return List.of(id);
        }
        if (before.contains(id)) {
            return before;
        }
        Collection<String> ids = before instanceof SortedSet<String> ? before : new TreeSet<>(before);
        synchronized (ids) {
            ids.add(id);
        }
        return ids;
    }

    private static @Nullable Collection<String> without(Collection<String> ids, String id) {
        if (!(ids instanceof SortedSet<String>)) {
            return ids.contains(id) ? null : ids;
        }
        synchronized (ids) {
            ids.remove(id);
            return ids.isEmpty() ? null : ids;
        }
    }
}
