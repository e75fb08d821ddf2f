package dev.varve.table.internal;

import dev.varve.error.Throttled;
import dev.varve.internal.ParallelCalls;
import dev.varve.table.BatchWrite;
import dev.varve.table.BlockingTable;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** Removes many items in full batches, several batches in parallel. Idempotent. */
public final class BulkDelete {

    private final Table table;
    private final int parallel;

    public BulkDelete(Table table, int parallel) {
        this.table = table;
        this.parallel = parallel;
    }

    /**
     * Removes the items with these keys and closes the stream.
     *
     * @param remove removes the items of one batch
     * @return the number of keys
     */
    public long run(Stream<Key> keys, Function<List<Delete>, CompletableFuture<Boolean>> remove) {
        long removed = 0;
        try (keys) {
            Iterator<Key> all = keys.iterator();
            while (all.hasNext()) {
                List<List<Delete>> batches = new ArrayList<>();
                while (all.hasNext() && batches.size() < parallel) {
                    List<Delete> batch = batch(all);
                    removed += batch.size();
                    batches.add(batch);
                }
                BlockingTable.await(ParallelCalls.map(batches, parallel, remove));
            }
        }
        return removed;
    }

    /**
     * Removes one batch; fails if the table did not process all of it after its retries.
     *
     * @param code the error code of that failure
     * @param what the name of the items in the message, in the plural
     */
    public CompletableFuture<Boolean> remove(List<Delete> batch, String code, String what) {
        return table.batchWrite(BatchWrite.of(batch)).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Throttled(
                        code,
                        "%s of %s %s could not be removed in time: repeat the call to continue"
                                .formatted(result.unprocessed().size(), batch.size(), what));
            }
            return true;
        });
    }

    private static List<Delete> batch(Iterator<Key> keys) {
        List<Delete> batch = new ArrayList<>();
        while (keys.hasNext() && batch.size() < Limits.MAX_BATCH_WRITES) {
            batch.add(Delete.of(keys.next()));
        }
        return batch;
    }
}
