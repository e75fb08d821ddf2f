package dev.varve.testkit.fault;

import dev.varve.engine.DiskSpace;
import dev.varve.engine.Engine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A decorator whose indexes lag, as DynamoDB's may: index reads see the table as of the last {@link #catchUp}. All
 * other reads and all writes go to the wrapped engine.
 *
 * <p>A memory engine keeps the past state, so index reads report its capacity.
 */
public final class LaggingIndexes implements Engine, FeedSource {

    private final Engine engine;
    private final MemoryEngine past;
    private final Map<String, LaggingTable> tables = new ConcurrentHashMap<>();

    public LaggingIndexes(Engine engine) {
        this.engine = engine;
        this.past = new MemoryEngine(engine.clock());
    }

    /** Lets the indexes of all tables see every write that has completed so far. */
    public void catchUp() {
        tables.values().forEach(LaggingTable::catchUp);
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return engine.open(schema)
                .thenCombine(
                        past.open(schema),
                        (table, shadow) ->
                                tables.computeIfAbsent(schema.name(), name -> LaggingTable.over(this, table, shadow)));
    }

    LaggingTable table(String name) {
        return Objects.requireNonNull(tables.get(name), "a table that took part in a transaction is open");
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return engine.drift(schema);
    }

    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) engine).changes(table);
    }

    @Override
    public InstantSource clock() {
        return engine.clock();
    }

    @Override
    public Optional<DiskSpace> diskSpace() {
        return engine.diskSpace();
    }

    @Override
    public void close() {
        engine.close();
        past.close();
    }
}
