package dev.varve.engine.rocksdb.internal.store;

import dev.varve.error.CorruptData;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps native memory from being freed under a running call: calls pass while the gate is open, closing waits for those
 * inside, and whoever comes later is told. A call must not pass twice.
 */
public final class WriteGate {

    private final StampedLock lock = new StampedLock();
    private volatile boolean closed;
    private volatile @Nullable VarveException outage;

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
            VarveException shut = outage;
            if (shut != null) {
                throw again(shut);
            }
            return work.get();
        } finally {
            lock.unlockRead(stamp);
        }
    }

    /** Returns the error anew, so that its stack trace is that of the call. */
    private static VarveException again(VarveException shut) {
        String message = String.valueOf(shut.getMessage());
        return shut instanceof CorruptData
                ? new CorruptData(shut.code(), message, shut)
                : new Unavailable(shut.code(), message, shut);
    }

    /**
     * Does the work while no call is inside. If it fails, all calls are refused with its error until it succeeds. Returns
     * false, with nothing done, where calls inside take longer than the patience or the gate is closed.
     */
    public boolean alone(Duration patience, Runnable work) throws InterruptedException {
        long stamp = lock.tryWriteLock(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (stamp == 0) {
            return false;
        }
        try {
            if (closed) {
                return false;
            }
            work.run();
            outage = null;
            return true;
        } catch (VarveException e) {
            outage = e;
            throw e;
        } finally {
            lock.unlockWrite(stamp);
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
