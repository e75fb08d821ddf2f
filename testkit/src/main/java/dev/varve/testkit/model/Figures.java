package dev.varve.testkit.model;

import java.util.Map;
import java.util.TreeMap;

/** Counts what was done and answered, to show that a walk saw something. */
public final class Figures {

    private final Map<String, Long> counts = new TreeMap<>();

    /** Counts one more of these. */
    public synchronized void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    /** Returns how often each thing happened, by name. */
    public synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }

    /** Returns how often this happened. */
    public synchronized long of(String what) {
        return counts.getOrDefault(what, 0L);
    }
}
