package dev.varve.engine;

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
import java.util.concurrent.CompletableFuture;

/**
 * A table that forwards every call to another one; the base of decorators, which override what they change.
 *
 * <p>{@link #putEach} is not forwarded: it calls {@link #put} for each item, so that a decorator that overrides {@code put}
 * sees all puts. A decorator that wants the speed of grouped puts overrides {@code putEach} and {@link #putsAtOnce}.
 */
public abstract class ForwardingTable implements Table {

    private final Table delegate;

    protected ForwardingTable(Table delegate) {
        this.delegate = delegate;
    }

    /** Returns the decorated table. */
    protected final Table delegate() {
        return delegate;
    }

    @Override
    public TableSchema schema() {
        return delegate.schema();
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return delegate.get(get);
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return delegate.put(put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return delegate.update(update);
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return delegate.delete(delete);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return delegate.query(query);
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return delegate.scan(scan);
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return delegate.batchGet(batch);
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return delegate.batchWrite(batch);
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return delegate.transactGet(transaction);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return delegate.transactWrite(transaction);
    }

    @Override
    public Explanation explain(Request request) {
        return delegate.explain(request);
    }
}
