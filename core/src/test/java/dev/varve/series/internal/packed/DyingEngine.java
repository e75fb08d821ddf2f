package dev.varve.series.internal.packed;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.engine.ForwardingTable;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.util.concurrent.CompletableFuture;

/** An engine of a process that ends before one of its writes. A batch may end in the middle. */
public final class DyingEngine extends ForwardingEngine {

    /** The process has ended. */
    public static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private long writesLeft;

    public DyingEngine(Engine engine, long writes) {
        super(engine);
        this.writesLeft = writes;
    }

    private void write() {
        if (writesLeft-- <= 0) {
            throw new Killed();
        }
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return super.open(schema).thenApply(Dying::new);
    }

    @Override
    public void close() {}

    private final class Dying extends ForwardingTable {

        Dying(Table table) {
            super(table);
        }

        @Override
        public CompletableFuture<WriteResult> put(Put put) {
            write();
            return super.put(put);
        }

        @Override
        public CompletableFuture<WriteResult> delete(Delete delete) {
            write();
            return super.delete(delete);
        }

        @Override
        public CompletableFuture<WriteResult> update(Update update) {
            write();
            return super.update(update);
        }

        @Override
        public CompletableFuture<TransactResult> transactWrite(TransactWrite transaction) {
            write();
            return super.transactWrite(transaction);
        }

        /** Carries out the writes one by one, because a batch is not atomic. */
        @Override
        public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
            BatchWriteResult[] last = new BatchWriteResult[1];
            batch.writes().forEach(each -> {
                write();
                last[0] = super.batchWrite(new BatchWrite(java.util.List.of(each)))
                        .join();
            });
            return CompletableFuture.completedFuture(last[0]);
        }
    }
}
