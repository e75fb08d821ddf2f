package dev.varve.benchmarks.series;

import dev.varve.core.table.BatchGet;
import dev.varve.core.table.BatchGetResult;
import dev.varve.core.table.BatchWrite;
import dev.varve.core.table.BatchWriteResult;
import dev.varve.core.table.Delete;
import dev.varve.core.table.Explanation;
import dev.varve.core.table.Get;
import dev.varve.core.table.GetResult;
import dev.varve.core.table.Page;
import dev.varve.core.table.Put;
import dev.varve.core.table.Query;
import dev.varve.core.table.Request;
import dev.varve.core.table.Scan;
import dev.varve.core.table.Table;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.TransactGet;
import dev.varve.core.table.TransactGetResult;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Update;
import dev.varve.core.table.WriteResult;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Asks another table once for each page and then answers from memory, so that only the reader's work is measured. */
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
