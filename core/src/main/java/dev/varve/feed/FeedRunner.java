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
 * Steps a consumer again and again: at once while there is something to do, else after a pause. A runner that is not started
 * steps only while a caller waits for {@link #catchUp}.
 */
public final class FeedRunner implements AutoCloseable {

    /** How often giving the lease back is tried; it ends by itself otherwise. */
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
     * Makes a runner.
     *
     * @param executor where steps begin; the consumer has its own for its handler
     * @param scheduler keeps the time, and renews the lease while a step takes long
     */
    public static FeedRunner of(FeedConsumer consumer, Executor executor, ScheduledExecutorService scheduler) {
        return new FeedRunner(consumer, executor, scheduler);
    }

    public FeedConsumer consumer() {
        return consumer;
    }

    /** Begins to step, until the runner is stopped; a runner is started once. */
    public synchronized FeedRunner start() {
        started = true;
        hurry();
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

    /** Ends an idle pause: somebody knows that there is something to do. */
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
     * Completes once everything is handled or parked that was in the feed at the call, and what handlers wrote because of
     * it. Waits for a lease of another owner to end. Fails after the time-out: with {@code feed.more-waiting} if everything
     * from before the call is handled and changes keep coming, else with {@code feed.catch-up} and the last error. Refuses
     * a time-out that is not above zero with {@code feed.catch-up-timeout}.
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
            // Saturates: a time-out may be longer than nanoseconds can count.
            limit = scheduler.schedule(
                    () -> settled.completeExceptionally(consumer.late(target, timeout)),
                    TimeUnit.NANOSECONDS.convert(timeout),
                    TimeUnit.NANOSECONDS);
            waiting.add(target);
        }
        consumer.await(target);
        hurry();
        return settled.whenComplete((done, error) -> {
                    limit.cancel(false);
                    forget(target);
                })
                // The caller's code follows: it must not run in the midst of a step. A failure takes no thread, so the
                // time-out holds though all threads of the executor may be blocked.
                .thenRunAsync(() -> {}, executor);
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

    /** Begins no further step, waits for the one under way, commits, and gives the lease back. */
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
