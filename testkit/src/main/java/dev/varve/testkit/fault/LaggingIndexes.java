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
 * An engine whose indexes fall behind, as DynamoDB's may: index reads see the table as of the last {@link #catchUp}, all
 * other reads and all writes are those of the engine it wraps.
 *
 * <p>The past is kept in a memory engine, so an index costs what it costs there.
 */
public final class LaggingIndexes implements Engine, FeedSource {

    private final Engine engine;
    private final MemoryEngine past;
    private final Map<String, LaggingTable> tables = new ConcurrentHashMap<>();

    public LaggingIndexes(Engine engine) {
        this.engine = engine;
        this.past = new MemoryEngine(engine.clock());
    }

    /** Lets the indexes of all tables see every write that was answered by now. */
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
