package dev.varve.testkit.model;

import java.util.Map;
import java.util.TreeMap;

/** Counts operations and results, to show that a walk covered something. */
public final class Figures {

    private final Map<String, Long> counts = new TreeMap<>();

    /** Increments the counter of this name. */
    public synchronized void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** Returns all counters by name. */
    public synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    /** Returns the counter of this name. */
    public synchronized long of(String what) {
        return counts.getOrDefault(what, 0L);
    }
}
