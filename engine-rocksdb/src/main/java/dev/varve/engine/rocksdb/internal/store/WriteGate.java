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
 * Prevents native memory from being freed during a running call. Calls pass while the gate is open. Closing waits for
 * running calls, and later calls fail. The gate is not reentrant: a call must not pass it twice.
 */
public final class WriteGate {

    private final StampedLock lock = new StampedLock();
    private volatile boolean closed;
    private volatile @Nullable VarveException outage;

    /** Runs the work on the calling thread and returns its result or its error as a completed future. */
    public <T> CompletableFuture<T> future(Supplier<? extends T> work) {
        try {
            return CompletableFuture.completedFuture(pass(work));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Runs the work on the calling thread; fails if the gate is closed. */
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

    /** Returns a copy of the error with the stack trace of this call. */
    private static VarveException again(VarveException shut) {
        String message = String.valueOf(shut.getMessage());
        return shut instanceof CorruptData
                ? new CorruptData(shut.code(), message, shut)
                : new Unavailable(shut.code(), message, shut);
    }

    /**
     * Runs the work while no call is running. If it fails, all calls fail with its error until it succeeds. Returns
     * false without running it if running calls take longer than the timeout, or if the gate is closed.
     */
    public boolean alone(Duration timeout, Runnable work) throws InterruptedException {
        long stamp = lock.tryWriteLock(timeout.toMillis(), TimeUnit.MILLISECONDS);
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

    /** Waits for running calls and admits no further ones; returns whether this call closed the gate. */
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
