package dev.varve.core.feed;

import dev.varve.core.Unavailable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Steps a consumer again and again: at once while there is something to do, else after a pause. */
public final class FeedRunner implements AutoCloseable {

    /** How often giving the lease back is tried; it ends by itself otherwise. */
    private static final int RELEASE_TRIES = 3;

    private final FeedConsumer consumer;
    private final Executor executor;
    private final ScheduledExecutorService scheduler;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    // Guarded by this.
    private State state = State.NEW;
    private boolean woken;
    private boolean idle;
    private @Nullable Future<?> pause;
    private @Nullable Future<?> heartbeat;

    private enum State {
        NEW,
        PAUSING,
        STEPPING,
        STOPPING,
        STOPPED
    }

    private FeedRunner(FeedConsumer consumer, Executor executor, ScheduledExecutorService scheduler) {
        this.consumer = consumer;
        this.executor = executor;
        this.scheduler = scheduler;
    }

    /**
     * Makes a runner.
     *
     * @param executor where steps run, and with them a handler that blocks; has threads of its own
     * @param scheduler keeps the time, and renews the lease while a step takes long
     */
    public static FeedRunner of(FeedConsumer consumer, Executor executor, ScheduledExecutorService scheduler) {
        return new FeedRunner(consumer, executor, scheduler);
    }

    public FeedConsumer consumer() {
        return consumer;
    }

    /** Begins to step; a runner is started once. */
    public synchronized FeedRunner start() {
        if (state == State.NEW) {
            long nanos = consumer.settings().renewal().toNanos();
            heartbeat = scheduler.scheduleWithFixedDelay(this::renew, nanos, nanos, TimeUnit.NANOSECONDS);
            step();
        }
        return this;
    }

    private void renew() {
        // A failure is met again by the step, which reports it.
        var unused = consumer.renew();
    }

    private synchronized void step() {
        state = State.STEPPING;
        pause = null;
        try {
            executor.execute(() -> {
                var unused = consumer.step().whenComplete(this::stepped);
            });
        } catch (RejectedExecutionException e) {
            end(e);
        }
    }

    private synchronized void stepped(Progress progress, @Nullable Throwable error) {
        if (error != null) {
            end(error);
            return;
        }
        if (state == State.STOPPING) {
            release(RELEASE_TRIES);
            return;
        }
        idle = progress.kind() == Progress.Kind.IDLE;
        Duration wait = idle && woken ? Duration.ZERO : progress.pause();
        woken = false;
        if (wait.isZero()) {
            step();
            return;
        }
        state = State.PAUSING;
        try {
            pause = scheduler.schedule(this::pauseOver, wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            end(e);
        }
    }

    private synchronized void pauseOver() {
        if (state == State.PAUSING) {
            step();
        }
    }

    /** Ends an idle pause: somebody knows that there is something to do. */
    public synchronized void wake() {
        if (state == State.PAUSING && idle) {
            hurry();
        } else {
            woken = true;
        }
    }

    private synchronized void hurry() {
        if (state == State.PAUSING) {
            if (pause != null) {
                pause.cancel(false);
            }
            step();
        }
    }

    /** Completes once everything that was in the feed at the call is handled or parked; fails after the time-out. */
    public CompletableFuture<Void> catchUp(Duration timeout) {
        CompletableFuture<Void> reached = consumer.reached();
        Future<?> limit = scheduler.schedule(
                () -> reached.completeExceptionally(new Unavailable(
                        "feed.catch-up",
                        "consumer %s has not caught up within %s: %s"
                                .formatted(consumer.name(), timeout, consumer.status()))),
                timeout.toNanos(),
                TimeUnit.NANOSECONDS);
        wake();
        hurry();
        return reached.whenComplete((done, error) -> limit.cancel(false));
    }

    /** Begins no further step, waits for the one under way, commits, and gives the lease back. */
    public synchronized CompletableFuture<Void> stop() {
        switch (state) {
            case NEW -> end(null);
            case PAUSING -> {
                if (pause != null) {
                    pause.cancel(false);
                }
                state = State.STOPPING;
                release(RELEASE_TRIES);
            }
            case STEPPING -> state = State.STOPPING;
            case STOPPING, STOPPED -> {}
        }
        return stopped.copy();
    }

    private void release(int tries) {
        var unused = consumer.release().whenComplete((done, error) -> {
            if (error != null && tries > 1) {
                release(tries - 1);
            } else {
                end(error);
            }
        });
    }

    private synchronized void end(@Nullable Throwable error) {
        state = State.STOPPED;
        if (heartbeat != null) {
            heartbeat.cancel(false);
        }
        if (error == null) {
            stopped.complete(null);
        } else {
            stopped.completeExceptionally(Failures.unwrapped(error));
        }
    }

    @Override
    public void close() {
        stop().join();
    }
}
