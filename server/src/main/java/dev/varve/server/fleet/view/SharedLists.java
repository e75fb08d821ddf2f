package dev.varve.server.fleet.view;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lists of names that many devices have in common, each once in memory. Thread-safe. */
final class SharedLists {

    /** All are forgotten beyond this many; lists from before are then only not shared with later ones. */
    private static final int MAX_LISTS = 10_000;

    private final Map<List<String>, List<String>> known = new ConcurrentHashMap<>();

    /** Returns an equal list, the same one for all who ask. */
    List<String> shared(List<String> names) {
        List<String> found = known.get(names);
        if (found != null) {
            return found;
        }
        if (known.size() >= MAX_LISTS) {
            known.clear();
        }
        List<String> copy = List.copyOf(names);
        List<String> before = known.putIfAbsent(copy, copy);
        return before == null ? copy : before;
    }
}
