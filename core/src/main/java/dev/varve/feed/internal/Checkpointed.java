package dev.varve.feed.internal;

import java.time.Duration;

/** A handler that has done all work when {@code collect} returns: what it postpones is only the checkpoint. */
interface Checkpointed {

    /** Forgets what is in memory, because the lease is not held, or the position has changed. */
    void restart();

    /** Returns the shortest time between two checkpoints. */
    Duration checkpointEvery();
}
