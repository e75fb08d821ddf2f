package dev.varve.feed;

/** An engine that can be asked for the feed of one of its open tables. */
public interface FeedSource {

    /** Returns the feed of this table; refuses a table that is not open or keeps no changes. */
    ChangeFeed changes(String table);
}
