package dev.varve.feed.internal;

import dev.varve.feed.ChangeHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A handler that takes the events of packed series as columns. It may keep results in memory until {@link #flush}; only the
 * checkpoint waits for it. After a restart the events since the checkpoint are delivered again.
 */
public interface BatchHandler extends ChangeHandler {

    /** Returns the name of the series whose events it takes; those of others do not concern it. */
    String series();

    /** Prepares for batches, if that has not happened since the last {@link #restart}: the consumer has the lease. */
    void begin();

    /** Handles events; returns whether results are in memory only. May be called again with the same events. */
    CompletableFuture<Boolean> collect(EventBatch batch);

    /** Forgets what is in memory: another process may have handled events. Called from any thread, at any time. */
    void restart();

    /** Returns the shortest time between two checkpoints, unless a caller waits for one. */
    Duration checkpointEvery();
}
