package dev.varve.feed;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of one step of a consumer.
 *
 * @param handled the number of changes that were handled
 * @param caughtUp whether every change that was in the feed when the step read it is handled or a dead letter
 * @param pause how long to wait before the next step, unless something wakes the consumer earlier
 * @param error why the step made no progress, or null
 */
public record StepResult(
        Kind kind,
        int handled,
        boolean caughtUp,
        Duration pause,
        @Nullable Throwable error) {

    /** How a step ended. */
    public enum Kind {
        /** The step handled changes. */
        WORKED,
        /** The feed had no changes to handle. */
        IDLE,
        /** Something failed; the next step tries again or sets the change aside. */
        RETRYING,
        /** Another owner holds the lease. */
        STANDBY
    }
}
