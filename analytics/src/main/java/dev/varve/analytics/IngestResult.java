package dev.varve.analytics;

import dev.varve.analytics.hit.Hit;
import dev.varve.table.Capacity;

/** The result of ingesting a hit. Invalid hits and failures throw an exception. */
public sealed interface IngestResult {

    /** Whether a hit was stored before. */
    enum Novelty {
        NEW,
        /** A hit with this id was stored before; nothing was written. */
        DUPLICATE
    }

    /**
     * The hit is stored.
     *
     * @param hit the hit as stored, by an earlier call if it is a duplicate
     * @param capacity the capacity of the append, without reads of the site and the visitor
     */
    record Accepted(Hit hit, Novelty novelty, Capacity capacity) implements IngestResult {
        public boolean isNew() {
            return novelty == Novelty.NEW;
        }
    }

    /** The hit is not stored, only counted. */
    record Dropped(DropReason reason) implements IngestResult {}
}
