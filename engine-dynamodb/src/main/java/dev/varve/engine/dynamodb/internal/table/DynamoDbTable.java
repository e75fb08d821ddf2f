package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.support.OnceUpdate;
import dev.varve.engine.support.RequestCheck;
import dev.varve.engine.support.RequestExplainer;
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
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table in DynamoDB: validates each request and delegates it. */
final class DynamoDbTable implements Table {

    private final TableSchema schema;
    private final Function<@Nullable String, TableSchema> schemas;
    private final Context context;
    private final TableReads reads;
    private final TableWrites writes;
    private final Batches batches;
    private final Transactions transactions;

    DynamoDbTable(Context context, Function<String, TableSchema> others, Transactions transactions) {
        this.schema = context.schema();
        this.schemas = name -> name == null ? schema : others.apply(name);
        this.context = context;
        this.reads = new TableReads(context);
        this.writes = new TableWrites(context);
        this.batches = new Batches(context);
        this.transactions = transactions;
    }

    @Override
    public TableSchema schema() {
        return schema;
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        return Context.caught(() -> {
            RequestCheck.get(schema, get);
            return reads.get(get);
        });
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return write(put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        if (update.token() == null) {
            return write(update);
        }
        return Calls.guarded(() -> {
            RequestCheck.write(schema, update);
            return transactions.write(OnceUpdate.transaction(update), schemas).thenApply(OnceUpdate::answer);
        });
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return write(delete);
    }

    private CompletableFuture<WriteResult> write(Write write) {
        return Context.caught(() -> {
            RequestCheck.write(schema, write);
            return writes.write(write);
        });
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return Calls.guarded(() -> {
            RequestCheck.query(schema, query);
            return PageRun.query(context, query);
        });
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return Calls.guarded(() -> {
            RequestCheck.scan(schema, scan);
            return PageRun.scan(context, scan);
        });
    }

    @Override
    public CompletableFuture<BatchGetResult> batchGet(BatchGet batch) {
        return Calls.guarded(() -> {
            RequestCheck.batchGet(schema, batch);
            return batches.get(batch);
        });
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return Calls.guarded(() -> {
            RequestCheck.batchWrite(schema, batch);
            return batches.write(batch);
        });
    }

    @Override
    public CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        return Calls.guarded(() -> {
            RequestCheck.transactGet(schema, transaction);
            return reads.transactGet(transaction);
        });
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return Calls.guarded(() -> {
            RequestCheck.transactWrite(schemas, transaction);
            return transactions.write(transaction, schemas);
        });
    }

    @Override
    public Explanation explain(Request request) {
        return RequestExplainer.of(schemas, request);
    }
}
