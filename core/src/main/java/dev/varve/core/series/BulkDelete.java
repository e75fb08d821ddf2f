package dev.varve.core.series;

import dev.varve.core.Throttled;
import dev.varve.core.item.Item;
import dev.varve.core.table.BatchWrite;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Delete;
import dev.varve.core.table.Limits;
import dev.varve.core.table.Parallel;
import dev.varve.core.table.Table;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Removes many items, in full batches, several at a time; repeating it does no harm. */
final class BulkDelete {

    private final Table table;
    private final int parallel;

    BulkDelete(Table table, int parallel) {
        this.table = table;
        this.parallel = parallel;
    }

    /** Removes the items of this stream, which it closes; returns how many there were. */
    long run(Stream<Item> items) {
        long removed = 0;
        try (items) {
            Iterator<Item> all = items.iterator();
            while (all.hasNext()) {
                List<List<Delete>> batches = new ArrayList<>();
                while (all.hasNext() && batches.size() < parallel) {
                    List<Delete> batch = batch(all);
                    removed += batch.size();
                    batches.add(batch);
                }
                BlockingTable.await(Parallel.map(batches, parallel, this::remove));
            }
        }
        return removed;
    }

    private List<Delete> batch(Iterator<Item> items) {
        List<Delete> batch = new ArrayList<>();
        while (items.hasNext() && batch.size() < Limits.MAX_BATCH_WRITES) {
            batch.add(Delete.of(table.schema().keyOf(items.next())));
        }
        return batch;
    }

    private CompletableFuture<Boolean> remove(List<Delete> batch) {
        return table.batchWrite(BatchWrite.of(batch)).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Throttled(
                        "series.delete-unfinished",
                        "%s of %s events could not be removed in time: call it again to go on"
                                .formatted(result.unprocessed().size(), batch.size()));
            }
            return true;
        });
    }
}
