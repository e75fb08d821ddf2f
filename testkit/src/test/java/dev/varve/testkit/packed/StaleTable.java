package dev.varve.testkit.packed;

import dev.varve.engine.ForwardingTable;
import dev.varve.item.Item;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** A table whose eventually consistent queries may go to a copy that is behind. */
final class StaleTable extends ForwardingTable {

    private final Table past;
    private final BooleanSupplier isStale;
    private final Deque<Key> behind = new ArrayDeque<>();

    /**
     * @param past the copy
     * @param isStale whether the next query goes to the copy
     */
    StaleTable(Table table, Table past, BooleanSupplier isStale) {
        super(table);
        this.past = past;
        this.isStale = isStale;
    }

    /** Copies the writes that are missing, at most so many, in their order. */
    synchronized void catchUp(int most) {
        for (int i = 0; i < most && !behind.isEmpty(); i++) {
            Key key = behind.removeFirst();
            Item item = delegate().blocking().get(Get.of(key).consistent()).item();
            if (item == null) {
                past.blocking().delete(key);
            } else {
                past.blocking().put(item);
            }
        }
    }

    private synchronized void wrote(Write write) {
        behind.addLast(write.keyIn(schema()));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        boolean isPast = query.consistency() == Consistency.EVENTUAL && isStale.getAsBoolean();
        return (isPast ? past : delegate()).query(query);
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        wrote(put);
        return super.put(put);
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        wrote(update);
        return super.update(update);
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        wrote(delete);
        return super.delete(delete);
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        batch.writes().forEach(this::wrote);
        return super.batchWrite(batch);
    }

    @Override
    public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
        transaction.actions().forEach(action -> wrote(action.write()));
        return super.transactWrite(transaction);
    }

    /** Blocks are written through this table as well, so that the copy gets them. */
    @Override
    public Table deferred() {
        return this;
    }
}
