package dev.varve.testkit.fault;

import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
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
final class FaultyTable implements Table {

    private final FaultyEngine engine;
    private final Table table;

    FaultyTable(FaultyEngine engine, Table table) {
        this.engine = engine;
        this.table = table;
    }

    @Override
    public TableSchema schema() {
        return table.schema();
    }

    @Override
    public CompletableFuture<GetResult> get(Get request) {
        return engine.read(() -> table.get(request));
    }

    @Override
    public CompletableFuture<WriteResult> put(Put request) {
        return engine.write(() -> table.put(request));
    }

    @Override
    public CompletableFuture<WriteResult> update(Update request) {
        return engine.write(() -> table.update(request));
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete request) {
        return engine.write(() -> table.delete(request));
    }

    @Override
    public CompletableFuture<Page> query(Query request) {
        return engine.read(() -> table.query(request));
    }

    @Override
    public CompletableFuture<Page> scan(Scan request) {
        return engine.read(() -> table.scan(request));
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet request) {
        List<Key> keys = request.keys();
        int half = keys.size() / 2;
        return engine.readBatch(
                () -> table.batchGet(request),
                () -> half == 0
                        ? CompletableFuture.completedFuture(new BatchGetResult(Map.of(), keys, Capacity.NONE))
                        : table.batchGet(new BatchGet(keys.subList(0, half), request.consistency(), request.select()))
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
                () -> table.batchWrite(request),
                () -> half == 0
                        ? CompletableFuture.completedFuture(new BatchWriteResult(writes, Capacity.NONE))
                        : table.batchWrite(new BatchWrite(writes.subList(0, half)))
                                .thenApply(result -> new BatchWriteResult(
                                        plus(result.unprocessed(), writes.subList(half, writes.size())),
                                        result.capacity())));
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet request) {
        return engine.read(() -> table.transactGet(request));
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite request) {
        return engine.write(() -> table.transactWrite(request));
    }

    @Override
    public Explanation explain(Request request) {
        return table.explain(request);
    }

    private static <T> List<T> plus(List<T> some, List<T> more) {
        List<T> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
