package dev.varve.engine.rocksdb.internal.store;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lock for each key that a writer holds. A writer locks all its keys in ascending order of their hashes, so writers
 * cannot deadlock, and writers of different keys never wait for each other: a large batch does not delay another one.
 * Two keys with one hash of 64 bits share a lock, which is harmless.
 */
public final class KeyLocks {

    /** The lock of one key and the number of writers that hold it or wait for it. */
    private static final class KeyLock extends ReentrantLock {
        private int users;
    }

    // Holds only the keys in use: the last user removes the lock.
    private final Map<Long, KeyLock> locks = new ConcurrentHashMap<>();

    /**
     * Waits for the keys with these hashes, as {@link dev.varve.internal.Fingerprint} computes them, and holds them until
     * the result is closed.
     */
    public Held hold(long... hashes) {
        long[] sorted = hashes.length == 1
                ? hashes
                : Arrays.stream(hashes).sorted().distinct().toArray();
        KeyLock[] held = new KeyLock[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            held[i] = join(sorted[i]);
            held[i].lock();
        }
        return () -> {
            for (int i = 0; i < held.length; i++) {
                held[i].unlock();
                leave(sorted[i]);
            }
        };
    }

    private KeyLock join(long hash) {
        return locks.compute(hash, (key, known) -> {
            KeyLock lock = known == null ? new KeyLock() : known;
            lock.users++;
            return lock;
        });
    }

    private void leave(long hash) {
        locks.computeIfPresent(hash, (key, lock) -> --lock.users == 0 ? null : lock);
    }

    /** Returns the number of keys that are held or waited for. */
    int size() {
        return locks.size();
    }

    /** Keys held by the current thread. */
    @FunctionalInterface
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
