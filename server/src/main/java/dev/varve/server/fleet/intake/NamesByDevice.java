package dev.varve.server.fleet.intake;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A set of names for each device. Devices with equal sets share one, because a large fleet has many devices and few kinds of them.
 * Thread-safe.
 */
final class NamesByDevice {

    /** All shared sets are forgotten beyond this many; sets from before are then only not shared with later ones. */
    private static final int MAX_SHARED = 100_000;

    private final Map<String, Set<String>> byDevice = new ConcurrentHashMap<>();
    private final Map<Set<String>, Set<String>> shared = new ConcurrentHashMap<>();

    /** Returns the names of a device; the set does not change. */
    Set<String> of(String deviceId) {
        return byDevice.getOrDefault(deviceId, Set.of());
    }

    /** Adds names to those of a device. Another thread may add others at the same time, so hold a lock against that. */
    void add(String deviceId, Collection<String> names) {
        Set<String> all = new HashSet<>(of(deviceId));
        if (all.addAll(names)) {
            byDevice.put(deviceId, shared(Set.copyOf(all)));
        }
    }

    void forget(String deviceId) {
        byDevice.remove(deviceId);
    }

    private Set<String> shared(Set<String> names) {
        if (shared.size() >= MAX_SHARED) {
            shared.clear();
        }
        Set<String> before = shared.putIfAbsent(names, names);
        return before == null ? names : before;
    }
}
