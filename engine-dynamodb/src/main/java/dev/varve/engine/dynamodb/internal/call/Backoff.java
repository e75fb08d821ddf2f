package dev.varve.engine.dynamodb.internal.call;

import dev.varve.engine.dynamodb.Retries;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with full jitter: each wait is a random part of a limit that doubles, so that colliding callers
 * spread out.
 */
public final class Backoff {

    private final Retries retries;
    private final RandomGenerator random;
    private final Executor executor;

    public Backoff(Retries retries, RandomGenerator random, Executor executor) {
        this.retries = retries;
        this.random = random;
        this.executor = executor;
    }

    public int attempts() {
        return retries.attempts();
    }

    /** Returns an executor that runs its task after the wait that follows this many attempts. */
    public Executor after(int attempts) {
        return CompletableFuture.delayedExecutor(waitNanos(attempts), TimeUnit.NANOSECONDS, executor);
    }

    long waitNanos(int attempts) {
        long longest = retries.longest().toNanos();
        int doublings = Math.min(attempts - 1, 30);
        long first = retries.first().toNanos();
        long bound = first > longest >> doublings ? longest : first << doublings;
        // Random generators are not thread-safe.
        synchronized (random) {
            return bound <= 0 ? 0 : random.nextLong(bound + 1);
        }
    }
}
