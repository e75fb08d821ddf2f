package dev.varve.feed.internal;

import dev.varve.feed.FeedPosition;
import dev.varve.internal.ExponentialBackoff;
import java.time.Duration;

/**
 * How a consumer works.
 *
 * @param startingAt where a consumer begins that has no position yet
 * @param page the most changes of one read
 * @param atMost the most changes a step takes on
 * @param linger how long changes gather once all are handled
 * @param lease how long an owner that is no longer heard of keeps the others waiting
 * @param tries how often a hand-over is tried before its changes are told apart
 * @param maxParked how many changes may be parked before the consumer stops
 * @param lanes how many hand-overs are under way at a time
 */
public record ConsumerSettings(
        FeedPosition startingAt,
        int page,
        int atMost,
        Duration linger,
        Duration lease,
        int tries,
        int maxParked,
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

    /** Returns after how long a lease is renewed: early enough for a second and a third try. */
    public Duration renewal() {
        return lease.dividedBy(3);
    }
}
