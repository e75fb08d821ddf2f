package dev.varve.engine.dynamodb.internal.table;

import dev.varve.core.cost.Explain;
import dev.varve.core.embedded.OnceUpdate;
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
import dev.varve.core.table.RequestCheck;
import dev.varve.core.table.Scan;
import dev.varve.core.table.Table;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.TransactGet;
import dev.varve.core.table.TransactGetResult;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Update;
import dev.varve.core.table.Write;
import dev.varve.core.table.WriteResult;
import dev.varve.engine.dynamodb.internal.call.Calls;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A table in DynamoDB: checks each request and hands it on. */
final class DynamoDbTable implements Table {

    private final TableSchema schema;
    private final Function<@Nullable String, TableSchema> schemas;
    private final Context context;
    private final Reads reads;
    private final Writes writes;
    private final Batches batches;
    private final Transactions transactions;

    DynamoDbTable(Context context, Function<String, TableSchema> others, Transactions transactions) {
        this.schema = context.schema();
        this.schemas = name -> name == null ? schema : others.apply(name);
        this.context = context;
        this.reads = new Reads(context);
        this.writes = new Writes(context);
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
        return Explain.of(schemas, request);
    }
}
