package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;

/**
 * An engine of its own for each opening of a database. A test that forgets a database without closing it, and opens another
 * one on another instance, finds what was durable, as after a crash. Closing it leaves the wrapped engine open.
 */
public final class ReopenedEngine extends ForwardingEngine implements FeedSource {

    public ReopenedEngine(Engine engine) {
        super(engine);
    }

    /** Returns the feed of the wrapped engine, which must have one. */
    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) delegate()).changes(table);
    }

    @Override
    public void close() {}
}
