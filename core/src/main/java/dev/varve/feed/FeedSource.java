package dev.varve.feed;

/** An engine that offers the change feeds of its open tables. */
public interface FeedSource {

    /** Returns the change feed of this table; refuses a table that is not open or keeps no changes. */
    ChangeFeed changes(String table);
}
