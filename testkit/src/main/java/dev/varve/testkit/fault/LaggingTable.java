package dev.varve.testkit.fault;

import dev.varve.engine.ForwardingTable;
import dev.varve.error.OutcomeUnknown;
import dev.varve.item.Item;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Request;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A table of {@link LaggingIndexes}: it records the keys written since the indexes last caught up. */
final class LaggingTable extends ForwardingTable {

    private final LaggingIndexes engine;
    private final Table past;
    private final Set<Key> written = ConcurrentHashMap.newKeySet();

    private LaggingTable(LaggingIndexes engine, Table table, Table past) {
        super(table);
        this.engine = engine;
        this.past = past;
    }

    /** Wraps a table; its indexes start with the current state of the table. */
    static LaggingTable over(LaggingIndexes engine, Table table, Table past) {
        table.blocking().stream(Scan.all().consistent()).forEach(past.blocking()::put);
        return new LaggingTable(engine, table, past);
    }

    void catchUp() {
        BlockingTable shadow = past.blocking();
        for (Key key : List.copyOf(written)) {
            // Removed before the item is read: a write in between records the key again.
            written.remove(key);
            Item item = delegate().blocking().get(Get.of(key).consistent()).item();
            if (item == null) {
                shadow.delete(key);
            } else {
                shadow.put(item);
            }
        }
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return (query.index() == null ? delegate() : past).query(query);
    }

    @Override
    public CompletableFuture<Page> scan(Scan scan) {
        return (scan.index() == null ? delegate() : past).scan(scan);
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return remembering(delegate().put(put), put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return remembering(delegate().update(update), update);
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return remembering(delegate().delete(delete), delete);
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return remembering(delegate().batchWrite(batch), batch);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        return remembering(delegate().transactWrite(transaction), transaction);
    }

    private <T> CompletableFuture<T> remembering(CompletableFuture<T> answer, Request request) {
        return answer.whenComplete((result, error) -> {
            if (mayHaveWritten(error)) {
                remember(request);
            }
        });
    }

    private static boolean mayHaveWritten(@Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause == null || cause instanceof OutcomeUnknown;
    }

    private void remember(Request request) {
        if (request instanceof Write write) {
            written.add(write.keyIn(schema()));
        } else if (request instanceof BatchWrite batch) {
            batch.writes().forEach(this::remember);
        } else if (request instanceof TransactWrite transaction) {
            for (TransactWrite.Action action : transaction.actions()) {
                LaggingTable target = action.table() == null ? this : engine.table(action.table());
                target.remember(action.write());
            }
        }
    }
}
