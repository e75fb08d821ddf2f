package dev.varve.feed;

import dev.varve.error.Rejected;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * What a consumer does with the changes of a table.
 *
 * <p>Every method is called on the consumer's executor ({@link FeedConsumerBuilder#executor}); {@code dev.varve.Processing}
 * has one of its own. A handler may block there, so it may call methods that wait, such as {@code appendAll}. It must not
 * wait for the consumer that calls it. Methods are called one at a time, {@link #handle} in several lanes at once if the
 * consumer has some. An error that a method throws counts as one that its future fails with.
 */
@FunctionalInterface
public interface ChangeHandler {

    /**
     * Completes once all that these changes ask for is durable. Changes of one item come in order; any may come again,
     * and then all later ones of its item that were not handled yet come after it.
     *
     * <p>An error of {@link dev.varve.error.Retry#LATER} or {@link dev.varve.error.Retry#IF_IDEMPOTENT} is tried again
     * without end; after any other, tried again some times, the guilty changes are parked.
     */
    CompletableFuture<Void> handle(List<Change> changes);

    /** Does what time alone asks for. Called again and again by whoever has the lease, never while changes are handled. */
    default CompletableFuture<Void> tick() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Called where changes were lost, because they are no longer kept: everything the handler knows may be stale. What is
     * still kept is handed over once this has completed. Fails unless a handler knows what to do, so that it is seen.
     */
    default CompletableFuture<Void> handleTrimmed() {
        return CompletableFuture.failedFuture(new Rejected(
                "feed.trimmed",
                "changes were dropped before this consumer read them: rebuild what it keeps, then go on with"
                        + " restartFrom(BEGINNING), or let its handler handleTrimmed()"));
    }
}
