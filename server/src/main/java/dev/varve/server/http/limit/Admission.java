package dev.varve.server.http.limit;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds what is being written at a time, in readings, hits or bytes. A request beyond the bound waits a moment and is
 * then refused before anything is read, so every accepted request gets a real answer.
 */
public final class Admission {

    /** The longest time a request waits for room; clients wait for seconds. */
    private static final long PATIENCE_MILLIS = 500;

    private final Semaphore room;
    private final int most;

    public Admission(int most) {
        this.most = most;
        // Fair: a large request would otherwise never find room among small ones.
        this.room = new Semaphore(most, true);
    }

    /** Runs work of this size as soon as there is room for it. */
    public <T> T run(int size, Work<T> work) throws Exception {
        try (Hold hold = hold()) {
            hold.grow(Math.min(size, most));
            return work.run();
        }
    }

    /** Returns the error for a request that finds no room. */
    public static Overloaded full() {
        return new Overloaded("the server has no room for more data: send this again in a second");
    }

    /** Starts a request whose size is not known yet. */
    public Hold hold() {
        return new Hold();
    }

    /** The room that one request occupies, until it is closed. */
    public final class Hold implements AutoCloseable {

        private int taken;

        private Hold() {}

        /** Occupies more room, and waits until there is some. */
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

        /** Occupies more room if it is free now. Returns whether it was. */
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

    /** Returns the amount that is being written. */
    public int underWay() {
        return most - room.availablePermits();
    }

    /** Work that runs when there is room. */
    public interface Work<T> {
        T run() throws Exception;
    }
}
