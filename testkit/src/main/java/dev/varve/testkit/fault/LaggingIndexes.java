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
 * An engine whose indexes fall behind, as DynamoDB's may: index reads see the table as of the last {@link #catchUp}, all
 * other reads and all writes are those of the engine it wraps.
 *
 * <p>The past is kept in a memory engine, so an index costs what it costs there.
 */
public final class LaggingIndexes extends ForwardingEngine implements FeedSource {

    private final MemoryEngine past;
    private final Map<String, LaggingTable> tables = new ConcurrentHashMap<>();

    public LaggingIndexes(Engine engine) {
        super(engine);
        this.past = new MemoryEngine(engine.clock());
    }

    /** Lets the indexes of all tables see every write that was answered by now. */
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
