package dev.varve.feed;

import java.util.List;

/** The result of reading a feed. */
public sealed interface FeedPage {

    /**
     * Changes in order; empty if the reader has caught up.
     *
     * @param next the position to read after next
     */
    record Changes(List<Change> changes, FeedPosition next) implements FeedPage {
        public Changes {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Changes after the position are no longer kept, so the reader has missed some.
     *
     * @param oldest the position from which the oldest kept change can be read
     */
    record Trimmed(FeedPosition oldest) implements FeedPage {}
}
