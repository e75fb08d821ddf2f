package dev.varve.feed;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of one table. Changes of one item come in the order they happened; a write that changes nothing leaves
 * none. Reading does not consume: the same position gives the same changes as long as they are kept.
 */
public interface ChangeFeed {

    /** Reads up to {@code most} changes after a position; completes at once, empty if there are none yet. */
    CompletableFuture<FeedPage> read(FeedPosition after, int most);

    /** Returns the position after the newest change. */
    CompletableFuture<FeedPosition> end();

    /**
     * Names this opening of the feed, where only one process can have it open at a time; empty where several can. A lease
     * that was taken under another opening belongs to a process that is gone.
     */
    default Optional<String> exclusiveOpening() {
        return Optional.empty();
    }

    /**
     * Keeps what comes after this position, within the engine's bounds, until the consumer of this name holds a later one
     * or is released; durable where changes are. Does nothing where changes are kept for a fixed time whoever reads them.
     */
    default CompletableFuture<Void> hold(String consumer, FeedPosition position) {
        return CompletableFuture.completedFuture(null);
    }

    /** Keeps nothing for this consumer any more. */
    default CompletableFuture<Void> release(String consumer) {
        return CompletableFuture.completedFuture(null);
    }
}
