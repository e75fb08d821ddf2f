package dev.varve.benchmarks.series;

import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Delete;
import dev.varve.table.Explanation;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
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
import dev.varve.table.WriteResult;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads each page from another table once and then returns it from memory, so that only the reader's work is measured.
 */
final class PreparedTable implements Table {

    private final Table source;
    private final Map<Query, CompletableFuture<Page>> pages = new HashMap<>();

    PreparedTable(Table source) {
        this.source = source;
    }

    @Override
    public TableSchema schema() {
        return source.schema();
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return pages.computeIfAbsent(query, source::query);
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return source.get(get);
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return source.put(put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return source.update(update);
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return source.delete(delete);
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return source.scan(scan);
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return source.batchGet(batch);
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return source.batchWrite(batch);
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return source.transactGet(transaction);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return source.transactWrite(transaction);
    }

    @Override
    public Explanation explain(Request request) {
        return source.explain(request);
    }
}
