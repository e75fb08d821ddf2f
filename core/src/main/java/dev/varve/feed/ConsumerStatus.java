package dev.varve.feed;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a consumer after its last step.
 *
 * @param active whether this consumer holds the lease
 * @param caughtUp whether every change that was in the feed at the last step is handled or a dead letter
 * @param position the position up to which every change is handled or a dead letter
 * @param handled the number of changes handled under this name, repeated deliveries included
 * @param deadLetters the number of dead letters
 * @param trims how often changes were lost because they were no longer kept
 * @param newest when the newest handled change happened, or null if none was handled
 * @param lag the age of the oldest change being delivered or, if there is none, of the newest handled change; zero if the
 *     consumer has caught up or has handled none
 * @param failures the number of steps that failed in a row
 * @param lastError the error of the last step; if it had none, the error of the newest dead letter; null if there is
 *     neither
 */
public record ConsumerStatus(
        boolean active,
        boolean caughtUp,
        FeedPosition position,
        long handled,
        int deadLetters,
        long trims,
        @Nullable Instant newest,
        Duration lag,
        int failures,
        @Nullable Throwable lastError) {}
