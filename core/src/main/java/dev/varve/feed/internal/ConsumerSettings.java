package dev.varve.feed.internal;

import dev.varve.feed.FeedPosition;
import dev.varve.internal.ExponentialBackoff;
import java.time.Duration;

/**
 * The settings of a consumer.
 *
 * @param startingAt where a consumer without a checkpoint starts
 * @param page the largest number of changes of one read
 * @param atMost the largest number of changes of one delivery
 * @param linger how long to wait after catching up, so that the next batch is larger
 * @param lease how long a lease lasts after its last renewal
 * @param tries how often a batch is delivered before its failing changes are isolated
 * @param maxDeadLetters the number of dead letters at which the consumer stops
 * @param lanes how many batches are delivered in parallel
 */
public record ConsumerSettings(
        FeedPosition startingAt,
        int page,
        int atMost,
        Duration linger,
        Duration lease,
        int tries,
        int maxDeadLetters,
        ExponentialBackoff retryWaits,
        ExponentialBackoff idleWaits,
        int lanes) {

    public static final ConsumerSettings DEFAULTS = new ConsumerSettings(
            FeedPosition.BEGINNING,
            500,
            1_000,
            Duration.ZERO,
            Duration.ofSeconds(30),
            5,
            1_000,
            new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMinutes(1)),
            new ExponentialBackoff(Duration.ofMillis(10), Duration.ofSeconds(1)),
            1);

    /** Returns the time after which a lease is renewed: a third of it, so that two more attempts are possible. */
    public Duration renewal() {
        return lease.dividedBy(3);
    }
}
