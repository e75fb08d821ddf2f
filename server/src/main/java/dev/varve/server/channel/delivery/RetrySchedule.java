package dev.varve.server.channel.delivery;

import dev.varve.internal.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Says when a notice is sent again: after a wait that doubles, with jitter, and for a bounded time; pure. */
public record RetrySchedule(RandomGenerator random) {

    /** The wait after the first attempt. */
    static final Duration FIRST = Duration.ofSeconds(10);

    /** The longest wait. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    /** An older notice is not retried: its news is outdated. */
    static final Duration GIVE_UP = Duration.ofHours(24);

    private static final ExponentialBackoff WAITS = new ExponentialBackoff(FIRST, LONGEST);

    /** Returns when to try again after a failed attempt; empty to give up. */
    Optional<Instant> next(Instant createdAt, int attempts, Instant now) {
        long wait = WAITS.after(attempts).toMillis();
        // Half of the wait is random, so that notices which failed together are not sent together again.
        Instant at = now.plusMillis(wait / 2 + random.nextLong(wait / 2 + 1));
        return at.isBefore(createdAt.plus(GIVE_UP)) ? Optional.of(at) : Optional.empty();
    }
}
