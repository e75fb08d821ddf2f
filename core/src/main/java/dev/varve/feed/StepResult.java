package dev.varve.feed;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one step of a consumer did.
 *
 * @param handled how many changes were handed over and are handled
 * @param caughtUp whether everything that was in the feed when the step read it is handled or parked
 * @param pause how long to wait before the next step, unless there is a reason to be earlier
 * @param error why a step did not get on, or null
 */
public record StepResult(
        Kind kind,
        int handled,
        boolean caughtUp,
        Duration pause,
        @Nullable Throwable error) {

    /** How a step went. */
    public enum Kind {
        /** Something was handled. */
        WORKED,
        /** There was nothing to handle. */
        IDLE,
        /** Something failed, and the next step tries it again or goes on without it. */
        RETRYING,
        /** Another owner has the lease. */
        STANDBY
    }
}
