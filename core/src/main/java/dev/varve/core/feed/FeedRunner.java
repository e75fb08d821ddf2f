package dev.varve.core.feed;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** Steps a consumer again and again: at once while there is something to do, else after a pause. */
public final class FeedRunner implements AutoCloseable {

    private FeedRunner() {}

    /**
     * Makes a runner.
     *
     * @param executor where steps run, and with them a handler that blocks
     * @param scheduler keeps the time, and renews the lease while a step takes long
     */
    public static FeedRunner of(FeedConsumer consumer, Executor executor, ScheduledExecutorService scheduler) {
        throw new UnsupportedOperationException();
    }

    public FeedRunner start() {
        throw new UnsupportedOperationException();
    }

    /** Ends an idle pause: somebody knows that there is something to do. */
    public void wake() {
        throw new UnsupportedOperationException();
    }

    /** Completes once everything that was in the feed at the call is handled or parked; fails after the time-out. */
    public CompletableFuture<Void> catchUp(Duration timeout) {
        throw new UnsupportedOperationException();
    }

    /** Begins no further step, waits for the one under way, commits, and gives the lease back. */
    public CompletableFuture<Void> stop() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        stop().join();
    }
}
