package dev.varve.feed;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a consumer stands, as of its last step.
 *
 * @param active whether this consumer has the lease
 * @param caughtUp whether everything that was in the feed at the last step is handled or parked
 * @param position up to where everything is handled or parked
 * @param handled how many changes were handled under this name, those that came again included
 * @param parked how many changes are parked
 * @param trims how often changes were lost
 * @param newest when the newest handled change happened, or null where none was handled
 * @param lag the age of the oldest change that is being handed over, or, where none is, of the newest handled one; zero
 *     where the consumer has caught up, or has handled none
 * @param failures how many steps failed in a row
 * @param lastError the error of the last step; where it had none and changes are parked, the error that parked one last;
 *     else null
 */
public record ConsumerStatus(
        boolean active,
        boolean caughtUp,
        FeedPosition position,
        long handled,
        int parked,
        long trims,
        @Nullable Instant newest,
        Duration lag,
        int failures,
        @Nullable Throwable lastError) {}
