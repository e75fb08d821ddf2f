package dev.varve.feed;

import java.util.List;

/** What a reader of a feed gets. */
public sealed interface FeedPage {

    /**
     * Changes in order; none if the reader has caught up.
     *
     * @param next where to read on
     */
    record Changes(List<Change> changes, FeedPosition next) implements FeedPage {
        public Changes {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Changes after the position are no longer kept: the reader has missed some.
     *
     * @param oldest where the oldest kept change can be read
     */
    record Trimmed(FeedPosition oldest) implements FeedPage {}
}
