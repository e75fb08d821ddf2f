package dev.varve.engine.dynamodb.internal.call;

import dev.varve.engine.dynamodb.Retries;
import dev.varve.internal.ExponentialBackoff;
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
    private final ExponentialBackoff limits;
    private final RandomGenerator random;
    private final Executor executor;

    public Backoff(Retries retries, RandomGenerator random, Executor executor) {
        this.retries = retries;
        limits = new ExponentialBackoff(retries.first(), retries.longest());
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
        long limit = limits.after(attempts).toNanos();
        // Random generators are not thread-safe.
        synchronized (random) {
            return random.nextLong(limit + 1);
        }
    }
}
