package dev.varve.feed;

import dev.varve.error.Unavailable;
import dev.varve.feed.internal.CatchUpWaiters;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.Durations;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a consumer: repeats its steps, with a pause when there is nothing to do. A runner that is not started steps only
 * while a caller waits for {@link #catchUp}.
 */
public final class FeedRunner implements AutoCloseable {

    /** How often releasing the lease is attempted; otherwise the lease ends by itself. */
    private static final int RELEASE_TRIES = 3;

    private final FeedConsumer consumer;
    private final Executor executor;
    private final ScheduledExecutorService scheduler;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();

    // Guarded by this.
    private final Set<CatchUpWaiters.Target> waiting = new HashSet<>();
    private State state = State.RESTING;
    private boolean started;
    private boolean woken;
    private boolean idle;
    private @Nullable Future<?> pause;
    private @Nullable Future<?> heartbeat;

    private enum State {
        RESTING,
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
     * Returns a runner of this consumer.
     *
     * @param executor starts the steps; the consumer has its own executor for its handler
     * @param scheduler times the pauses, and renews the lease during long steps
     */
    public static FeedRunner of(FeedConsumer consumer, Executor executor, ScheduledExecutorService scheduler) {
        return new FeedRunner(consumer, executor, scheduler);
    }

    public FeedConsumer consumer() {
        return consumer;
    }

    /** Starts stepping until the runner is stopped. A runner is started once. */
    public synchronized FeedRunner start() {
        started = true;
        hurry();
        return this;
    }

    private void renew() {
        // The next step meets the same failure and reports it.
        var unused = consumer.renew();
    }

    private synchronized void step() {
        state = State.STEPPING;
        pause = null;
        try {
            if (heartbeat == null) {
                long nanos = TimeUnit.NANOSECONDS.convert(consumer.settings().renewal());
                heartbeat = scheduler.scheduleWithFixedDelay(this::renew, nanos, nanos, TimeUnit.NANOSECONDS);
            }
            executor.execute(() -> {
                var unused = consumer.step().whenComplete(this::stepped);
            });
        } catch (RejectedExecutionException e) {
            end(e);
        }
    }

    private synchronized void stepped(StepResult progress, @Nullable Throwable error) {
        if (error != null) {
            end(error);
            return;
        }
        if (state == State.STOPPING) {
            release(RELEASE_TRIES);
            return;
        }
        if (!started && waiting.isEmpty()) {
            state = State.RESTING;
            endHeartbeat();
            return;
        }
        idle = progress.kind() == StepResult.Kind.IDLE;
        boolean isHurried = (idle && woken) || (progress.error() == null && !waiting.isEmpty());
        Duration wait = isHurried ? Duration.ZERO : progress.pause();
        woken = false;
        if (wait.isZero()) {
            step();
            return;
        }
        state = State.PAUSING;
        try {
            pause = scheduler.schedule(this::pauseOver, TimeUnit.NANOSECONDS.convert(wait), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            end(e);
        }
    }

    private synchronized void pauseOver() {
        if (state == State.PAUSING) {
            step();
        }
    }

    /** Ends an idle pause, because the caller knows of new changes. */
    public synchronized void wake() {
        if (state == State.PAUSING && idle) {
            hurry();
        } else {
            woken = true;
        }
    }

    private synchronized void hurry() {
        if (state == State.PAUSING && pause != null) {
            pause.cancel(false);
        }
        if (state == State.PAUSING || state == State.RESTING) {
            step();
        }
    }

    /**
     * Completes once every change that was in the feed at the call, and every change that handlers wrote because of it, is
     * handled or a dead letter. Waits for a lease of another owner to end. Fails after the time-out: with
     * {@code feed.more-waiting} if the changes from before the call are handled and new ones keep coming, otherwise with
     * {@code feed.catch-up} and the last error. Refuses a time-out that is not above zero with
     * {@code feed.catch-up-timeout}.
     */
    public CompletableFuture<Void> catchUp(Duration timeout) {
        Durations.positive("feed.catch-up-timeout", "the time-out of catchUp", timeout, Durations.MAX);
        CatchUpWaiters.Target target = new CatchUpWaiters.Target();
        CompletableFuture<Void> settled = target.settled();
        Future<?> limit;
        synchronized (this) {
            if (state == State.STOPPING || state == State.STOPPED) {
                return CompletableFuture.failedFuture(stoppedEarly());
            }
            // convert() saturates: a time-out may exceed the largest number of nanoseconds.
            limit = scheduler.schedule(
                    () -> settled.completeExceptionally(consumer.late(target, timeout)),
                    TimeUnit.NANOSECONDS.convert(timeout),
                    TimeUnit.NANOSECONDS);
            waiting.add(target);
        }
        // Before the first step: a step that is made after the target has settled would tick while the caller goes on.
        CompletableFuture<Void> forgotten = settled.whenComplete((done, error) -> {
            limit.cancel(false);
            forget(target);
        });
        consumer.await(target);
        hurry();
        // The caller's code must not run inside a step. A failure needs no thread of the executor, so the time-out
        // works even if all of them are blocked.
        return forgotten.thenRunAsync(() -> {}, executor);
    }

    private synchronized void forget(CatchUpWaiters.Target target) {
        waiting.remove(target);
    }

    private void endWaiting() {
        Set.copyOf(waiting).forEach(target -> target.settled().completeExceptionally(stoppedEarly()));
    }

    private Unavailable stoppedEarly() {
        return new Unavailable(
                "feed.stopped", "consumer %s was stopped before it had caught up".formatted(consumer.name()));
    }

    /** Waits for the current step, stores the checkpoint and releases the lease. No further step starts. */
    public synchronized CompletableFuture<Void> stop() {
        switch (state) {
            case RESTING, PAUSING -> {
                if (pause != null) {
                    pause.cancel(false);
                }
                state = State.STOPPING;
                release(RELEASE_TRIES);
            }
            case STEPPING -> state = State.STOPPING;
            case STOPPING, STOPPED -> {}
        }
        endWaiting();
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
        endHeartbeat();
        endWaiting();
        if (error == null) {
            stopped.complete(null);
        } else {
            stopped.completeExceptionally(AsyncLoop.failure(error));
        }
    }

    private void endHeartbeat() {
        if (heartbeat != null) {
            heartbeat.cancel(false);
            heartbeat = null;
        }
    }

    @Override
    public void close() {
        stop().join();
    }
}
