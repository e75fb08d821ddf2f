package dev.varve.server.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds what is being written at a time, in readings or hits: more than that waits a moment, and is then turned away
 * before anything is read. Nothing is taken on that is not answered for.
 */
public final class Admission {

    /** So long a request waits for others; clients wait for seconds. */
    private static final long PATIENCE_MILLIS = 500;

    private final Semaphore room;
    private final int most;

    public Admission(int most) {
        this.most = most;
        this.room = new Semaphore(most);
    }

    /** Does the work of this size when there is room for it. */
    public <T> T run(int size, Work<T> work) throws Exception {
        int taken = Math.min(size, most);
        if (!room.tryAcquire(taken, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new Busy("more than %s readings or hits are being written at once: send this again in a second"
                    .formatted(most));
        }
        try {
            return work.run();
        } finally {
            room.release(taken);
        }
    }

    /** Returns how many are being written. */
    public int underWay() {
        return most - room.availablePermits();
    }

    /** What is done when there is room. */
    public interface Work<T> {
        T run() throws Exception;
    }
}
