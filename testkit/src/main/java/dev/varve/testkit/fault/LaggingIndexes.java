package dev.varve.testkit.fault;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A decorator whose indexes lag, as DynamoDB's may: index reads see the table as of the last {@link #catchUp}. All
 * other reads and all writes go to the wrapped engine.
 *
 * <p>A memory engine keeps the past state, so index reads report its capacity.
 */
public final class LaggingIndexes extends ForwardingEngine implements FeedSource {

    private final MemoryEngine past;
    private final Map<String, LaggingTable> tables = new ConcurrentHashMap<>();

    public LaggingIndexes(Engine engine) {
        super(engine);
        this.past = new MemoryEngine(engine.clock());
    }

    /** Lets the indexes of all tables see every write that has completed so far. */
    public void catchUp() {
        tables.values().forEach(LaggingTable::catchUp);
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return delegate()
                .open(schema)
                .thenCombine(
                        past.open(schema),
                        (table, shadow) ->
                                tables.computeIfAbsent(schema.name(), name -> LaggingTable.over(this, table, shadow)));
    }

    LaggingTable table(String name) {
        return Objects.requireNonNull(tables.get(name), "a table that took part in a transaction is open");
    }

    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) delegate()).changes(table);
    }

    @Override
    public void close() {
        super.close();
        past.close();
    }
}
