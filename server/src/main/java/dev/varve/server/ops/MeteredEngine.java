package dev.varve.server.ops;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** An engine that reports the capacity of each request to its tables, and otherwise delegates to another engine. */
public class MeteredEngine extends ForwardingEngine {

    private final CapacityMeter meter;
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    private MeteredEngine(Engine engine, CapacityMeter meter) {
        super(engine);
        this.meter = meter;
    }

    /** Returns the engine with metering. It has a change feed if the given engine has one. */
    public static MeteredEngine of(Engine engine, CapacityMeter meter) {
        return engine instanceof FeedSource feeds
                ? new WithFeed(engine, meter, feeds)
                : new MeteredEngine(engine, meter);
    }

    private static final class WithFeed extends MeteredEngine implements FeedSource {

        private final FeedSource feeds;

        WithFeed(Engine engine, CapacityMeter meter, FeedSource feeds) {
            super(engine, meter);
            this.feeds = feeds;
        }

        @Override
        public ChangeFeed changes(String table) {
            return feeds.changes(table);
        }
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return delegate()
                .open(schema)
                .thenApply(table -> tables.computeIfAbsent(schema.name(), unmetered -> new MeteredTable(table, meter)));
    }
}
