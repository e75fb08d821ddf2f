package dev.varve.internal;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Values that many objects have in common, each once in memory. Thread-safe and bounded: all are forgotten beyond a number, and values
 * from before are then only not shared with later ones.
 */
public final class Interner<T> {

    private final Map<T, T> known = new ConcurrentHashMap<>();
    private final int most;

    /** @param most the largest number of values */
    public Interner(int most) {
        this.most = most;
    }

    /** Returns an equal value: the same one for all callers. */
    public T shared(T value) {
        T found = known.get(value);
        if (found != null) {
            return found;
        }
        if (known.size() >= most) {
            known.clear();
        }
        T before = known.putIfAbsent(value, value);
        return before == null ? value : before;
    }
}
