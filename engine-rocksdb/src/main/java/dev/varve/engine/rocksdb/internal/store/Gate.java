package dev.varve.engine.rocksdb.internal.store;

import dev.varve.core.Unavailable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;

/**
 * Keeps native memory from being freed under a running call: calls pass while the gate is open, closing waits for those
 * inside, and whoever comes later is told. A call must not pass twice.
 */
public final class Gate {

    private final StampedLock lock = new StampedLock();
    private volatile boolean closed;

    /** Does the work on the calling thread and returns its result, or its error, as a completed future. */
    public <T> CompletableFuture<T> future(Supplier<? extends T> work) {
        try {
            return CompletableFuture.completedFuture(pass(work));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Does the work on the calling thread; refuses if the gate is closed. */
    public <T> T pass(Supplier<? extends T> work) {
        long stamp = lock.readLock();
        try {
            if (closed) {
                throw new Unavailable("engine.closed", "the engine is closed");
            }
            return work.get();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Waits for the calls inside and lets nobody in any more; returns whether this call closed it. */
    public boolean close() {
        long stamp = lock.writeLock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}
