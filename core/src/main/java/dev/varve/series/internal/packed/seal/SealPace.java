package dev.varve.series.internal.packed.seal;

import java.time.Duration;
import java.time.Instant;

/**
 * Says when to look for buckets to seal again. A look passes over all buckets in memory while writers wait, so with a large fleet
 * it is taken less often. Thread-safe.
 */
public final class SealPace {

    /** A look at this many identities is taken at most once in a second. An estimate: it should take some milliseconds. */
    static final int IDENTITIES_IN_A_SECOND = 50_000;

    /** Short compared with the {@link Sealer#DELAY} of a bucket. */
    static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private Instant last = Instant.MIN;

    /** Returns whether to look now; if so, the next pause begins. A clock that was set back ends the pause. */
    public synchronized boolean isDue(Instant now, int identities) {
        if (!now.isBefore(last) && Duration.between(last, now).compareTo(pause(identities)) < 0) {
            return false;
        }
        last = now;
        return true;
    }

    private static Duration pause(int identities) {
        return Duration.ofSeconds(Math.min(MAX_PAUSE.toSeconds(), identities / IDENTITIES_IN_A_SECOND));
    }
}
