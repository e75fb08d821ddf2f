package dev.varve.testkit.fault;

import dev.varve.engine.ForwardingTable;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactGetResult;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A table of a {@link FaultyEngine}: every call except {@code explain} may fail. */
final class FaultyTable extends ForwardingTable {

    private final FaultyEngine engine;

    FaultyTable(FaultyEngine engine, Table table) {
        super(table);
        this.engine = engine;
    }

    /** Rows of rollups are written together, each with its own fault: more than one, and not all of them at once. */
    @Override
    public int putsAtOnce() {
        return 4;
    }

    @Override
    public CompletableFuture<GetResult> get(Get request) {
        return engine.read(() -> delegate().get(request));
    }

    @Override
    public CompletableFuture<WriteResult> put(Put request) {
        return engine.write(() -> delegate().put(request));
    }

    @Override
    public CompletableFuture<WriteResult> update(Update request) {
        return engine.write(() -> delegate().update(request));
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete request) {
        return engine.write(() -> delegate().delete(request));
    }

    @Override
    public CompletableFuture<Page> query(Query request) {
        return engine.read(() -> delegate().query(request));
    }

    @Override
    public CompletableFuture<Page> scan(Scan request) {
        return engine.read(() -> delegate().scan(request));
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet request) {
        List<Key> keys = request.keys();
        int half = keys.size() / 2;
        return engine.readBatch(
                () -> delegate().batchGet(request),
                () -> half == 0
                        ? CompletableFuture.completedFuture(new BatchGetResult(Map.of(), keys, Capacity.NONE))
                        : delegate()
                                .batchGet(new BatchGet(keys.subList(0, half), request.consistency(), request.select()))
                                .thenApply(result -> new BatchGetResult(
                                        result.found(),
                                        plus(result.unprocessed(), keys.subList(half, keys.size())),
                                        result.capacity())));
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite request) {
        List<Write> writes = request.writes();
        int half = writes.size() / 2;
        return engine.writeBatch(
                () -> delegate().batchWrite(request),
                () -> half == 0
                        ? CompletableFuture.completedFuture(new BatchWriteResult(writes, Capacity.NONE))
                        : delegate()
                                .batchWrite(new BatchWrite(writes.subList(0, half)))
                                .thenApply(result -> new BatchWriteResult(
                                        plus(result.unprocessed(), writes.subList(half, writes.size())),
                                        result.capacity())));
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet request) {
        return engine.read(() -> delegate().transactGet(request));
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite request) {
        return engine.write(() -> delegate().transactWrite(request));
    }

    private static <T> List<T> plus(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
