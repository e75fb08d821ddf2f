package dev.varve.series.internal.packed.feed;

/** What one change of the feed of a packed series is. */
public enum FeedUnit {
    /** An event, as an item. */
    EVENT,
    /** A record of the journal, with all its events. */
    RECORD
}
