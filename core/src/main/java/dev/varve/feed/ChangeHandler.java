package dev.varve.feed;

import dev.varve.error.Rejected;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Handles the changes that a consumer reads.
 *
 * <p>Every method is called on the consumer's executor ({@link FeedConsumerBuilder#executor}); {@code dev.varve.Processing}
 * has its own. A handler may block there, so it may call methods that wait, such as {@code appendAll}. It must not wait
 * for the consumer that calls it. Methods are called one at a time, except that {@link #handle} is called in parallel if the
 * consumer has several lanes. Throwing an exception has the same effect as returning a failed future.
 */
@FunctionalInterface
public interface ChangeHandler {

    /**
     * Handles changes, and completes once the result is durable. Changes of one item come in order. A change may be
     * delivered again; the later changes of its item that are not handled yet then follow it.
     *
     * <p>After an error with {@link dev.varve.error.Retry#LATER} or {@link dev.varve.error.Retry#IF_IDEMPOTENT} the changes
     * are delivered again without limit. After any other error they are delivered a few more times; then the changes that
     * cause the error become dead letters.
     */
    CompletableFuture<Void> handle(List<Change> changes);

    /**
     * Handles changes like {@link #handle}, except that work may be postponed until {@link #flush}: a row that many changes
     * make stale is then computed once. Returns whether work is postponed. By default handles the changes at once.
     *
     * <p>The checkpoint waits for the flush. If the flush fails, or the process ends before it, the changes are delivered
     * again, after a failed flush with {@link #handle}.
     */
    default CompletableFuture<Boolean> collect(List<Change> changes) {
        return handle(changes).thenApply(done -> false);
    }

    /**
     * Does the work that {@link #collect} postponed, and completes once the result is durable, or at the latest durable with
     * the checkpoint. Forgets that work even if it fails. Called at the latest a few seconds after the first change.
     */
    default CompletableFuture<Void> flush() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Returns whether this handler ignores the events of packed series at present. While all handlers of a table do, these
     * events are not read for them, and are not delivered later either.
     */
    default boolean isIdle() {
        return false;
    }

    /**
     * Returns the handler that gets the events of packed series instead of this one, by default this one. Asked before each
     * delivery. A handler that passes changes on to an {@code AlertProcessor} returns that of the processor, which takes
     * these events without an item for each.
     */
    default ChangeHandler forPackedEvents() {
        return this;
    }

    /** Does work that depends on time alone. Called after each step of the consumer that holds the lease. */
    default CompletableFuture<Void> tick() {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Called when changes were removed from the feed before this consumer read them, so derived data may be stale. The
     * changes that are still kept are delivered once this completes. Fails by default, so that the loss is noticed.
     */
    default CompletableFuture<Void> handleTrimmed() {
        return CompletableFuture.failedFuture(new Rejected(
                "feed.trimmed",
                "changes were dropped before this consumer read them: rebuild its derived data and call"
                        + " restartFrom(BEGINNING), or implement handleTrimmed() in its handler"));
    }
}
