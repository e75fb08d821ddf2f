package dev.varve.engine.rocksdb.internal.store;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Locks on keys. Many keys share one of a fixed number of stripes. A writer locks all its stripes in ascending order,
 * so writers cannot deadlock.
 */
public final class KeyLocks {

    private static final int STRIPES = 1024;

    private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];

    public KeyLocks() {
        Arrays.setAll(stripes, i -> new ReentrantLock());
    }

    /** Returns the stripe of a key. */
    public static int stripe(byte[] key) {
        int hash = 1;
        for (byte b : key) {
            hash = 31 * hash + b;
        }
        return (hash ^ (hash >>> 10) ^ (hash >>> 20)) & (STRIPES - 1);
    }

    /** Waits for these stripes and holds them until the result is closed. */
    public Held hold(int... wanted) {
        int[] sorted = wanted.length == 1
                ? wanted
                : Arrays.stream(wanted).sorted().distinct().toArray();
        for (int stripe : sorted) {
            stripes[stripe].lock();
        }
        return () -> {
            for (int stripe : sorted) {
                stripes[stripe].unlock();
            }
        };
    }

    /** Stripes held by the current thread. */
    @FunctionalInterface
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
