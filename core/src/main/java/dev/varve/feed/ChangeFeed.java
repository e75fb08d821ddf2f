package dev.varve.feed;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of one table. Changes of one item are in the order in which they happened. A write that changes nothing
 * causes no change. Reading does not consume: the same position returns the same changes as long as they are kept.
 */
public interface ChangeFeed {

    /** Returns up to {@code most} changes after a position. Does not wait for changes: the page is empty if there are none. */
    CompletableFuture<FeedPage> read(FeedPosition after, int most);

    /** Returns the position after the newest change. */
    CompletableFuture<FeedPosition> end();

    /**
     * Returns an id of this opening of the feed if only one process at a time can open it; empty if several can. A lease
     * that was taken under another opening belongs to a process that no longer runs.
     */
    default Optional<String> exclusiveOpening() {
        return Optional.empty();
    }

    /**
     * Keeps the changes after this position, within the engine's limits, until this consumer holds a later position or is
     * released. The hold is durable if the changes are. Does nothing on an engine that keeps changes for a fixed time.
     */
    default CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        return CompletableFuture.completedFuture(null);
    }

    /** Ends the hold of this consumer. */
    default CompletableFuture<Void> release(String consumer) {
        return CompletableFuture.completedFuture(null);
    }
}
