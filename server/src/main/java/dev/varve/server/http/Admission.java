package dev.varve.server.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds what is being written at a time, in readings, hits or bytes: more than that waits a moment, and is then turned away
 * before anything is read. Nothing is taken on that is not answered for.
 */
public final class Admission {

    /** So long a request waits for others; clients wait for seconds. */
    private static final long PATIENCE_MILLIS = 500;

    private final Semaphore room;
    private final int most;

    public Admission(int most) {
        this.most = most;
        // In the order they came: one of many readings would never find room among others.
        this.room = new Semaphore(most, true);
    }

    /** Does the work of this size when there is room for it. */
    public <T> T run(int size, Work<T> work) throws Exception {
        try (Hold hold = hold()) {
            hold.grow(Math.min(size, most));
            return work.run();
        }
    }

    /** Says that there is no room. */
    static Overloaded full() {
        return new Overloaded("the server takes in more than it can hold: send this again in a second");
    }

    /** Begins something whose size is not known yet. */
    public Hold hold() {
        return new Hold();
    }

    /** What one request takes up, until it is closed. */
    public final class Hold implements AutoCloseable {

        private int taken;

        private Hold() {}

        /** Takes up more, when there is room for it. */
        public void grow(int more) {
            try {
                if (!room.tryAcquire(more, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw full();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Overloaded("the server is stopping: send this again in a while");
            }
            taken += more;
        }

        /** Takes up more if there is room for it now. Returns whether there is. */
        boolean tryGrow(int more) {
            if (!room.tryAcquire(more)) {
                return false;
            }
            taken += more;
            return true;
        }

        @Override
        public void close() {
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
