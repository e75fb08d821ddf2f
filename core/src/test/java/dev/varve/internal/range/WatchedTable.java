package dev.varve.internal.range;

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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A table that supports only queries, records them, and responds on its executor. */
public final class WatchedTable implements Table {

    private final TableSchema schema;
    private final Function<Query, Page> answers;
    private final Executor executor;
    private final List<Query> sentQueries = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<Page>> futures = new CopyOnWriteArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger maxInFlight = new AtomicInteger();

    public WatchedTable(TableSchema schema, Function<Query, Page> answers, Executor executor) {
        this.schema = schema;
        this.answers = answers;
        this.executor = executor;
    }

    /** Watches a table and responds at once. */
    public static WatchedTable of(Table table) {
        return of(table, Runnable::run);
    }

    public static WatchedTable of(Table table, Executor executor) {
        return new WatchedTable(table.schema(), query -> table.blocking().query(query), executor);
    }

    public List<Query> sentQueries() {
        return sentQueries;
    }

    public List<CompletableFuture<Page>> futures() {
        return futures;
    }

    public int maxInFlight() {
        return maxInFlight.get();
    }

    public void reset() {
        sentQueries.clear();
        futures.clear();
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        sentQueries.add(query);
        maxInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        CompletableFuture<Page> answer = new CompletableFuture<>();
        futures.add(answer);
        executor.execute(() -> {
            // Before the response completes, because its receiver may send the next request at once.
            inFlight.decrementAndGet();
            try {
                answer.complete(answers.apply(query));
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    @Override
    public TableSchema schema() {
        return schema;
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Explanation explain(Request request) {
        throw new UnsupportedOperationException();
    }
}
