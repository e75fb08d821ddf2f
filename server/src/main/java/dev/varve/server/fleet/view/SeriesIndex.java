package dev.varve.server.fleet.view;

import dev.varve.iot.FleetDevice;
import dev.varve.server.ingest.SeriesName;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the series of a device. It holds only series whose id differs from that of their device. Thread-safe. */
final class SeriesIndex {

    private final Map<String, SortedSet<String>> byDevice = new ConcurrentHashMap<>();

    void add(FleetDevice entry) {
        String device = SeriesName.of(entry).device();
        if (!device.equals(entry.deviceId())) {
            byDevice.compute(device, (id, before) -> with(before, entry.deviceId()));
        }
    }

    void remove(FleetDevice entry) {
        byDevice.computeIfPresent(SeriesName.of(entry).device(), (id, before) -> without(before, entry.deviceId()));
    }

    /** Returns the ids of the series of a device, except the one that has the id of the device. */
    List<String> of(String device) {
        SortedSet<String> ids = byDevice.get(device);
        if (ids == null) {
            return List.of();
        }
        synchronized (ids) {
            return List.copyOf(ids);
        }
    }

    private static SortedSet<String> with(@Nullable SortedSet<String> before, String id) {
        SortedSet<String> ids = before == null ? new TreeSet<>() : before;
        synchronized (ids) {
            ids.add(id);
        }
        return ids;
    }

    private static @Nullable SortedSet<String> without(SortedSet<String> ids, String id) {
        synchronized (ids) {
            ids.remove(id);
            return ids.isEmpty() ? null : ids;
        }
    }
}
