package dev.varve.core.feed;

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
}
