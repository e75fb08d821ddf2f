package dev.varve.analytics;

import dev.varve.analytics.hit.Hit;
import dev.varve.table.Capacity;

/** What became of a hit. What is wrong with a hit, or fails, is thrown. */
public sealed interface IngestResult {

    /** Whether a hit was there already. */
    enum Novelty {
        NEW,
        /** A hit with its id had been stored; nothing was written. */
        DUPLICATE
    }

    /**
     * The hit is stored.
     *
     * @param hit as it is stored, by an earlier call if it is a duplicate
     * @param capacity what storing it used; what was looked up on the way is cached, and not among it
     */
    record Accepted(Hit hit, Novelty novelty, Capacity capacity) implements IngestResult {
        public boolean isNew() {
            return novelty == Novelty.NEW;
        }
    }

    /** The hit is not stored, only counted with those dropped for the same reason. */
    record Dropped(DropReason reason) implements IngestResult {}
}
