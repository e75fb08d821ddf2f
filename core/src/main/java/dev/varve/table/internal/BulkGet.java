package dev.varve.table.internal;

import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Select;
import dev.varve.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads any number of items by key, in parallel batches; retries the keys that a batch did not process. */
public final class BulkGet {

    /** A few rounds are enough, because engines retry before they return unprocessed keys. */
    private static final int MAX_ROUNDS = 4;

    private final Table table;
    private final Consistency consistency;
    private final int parallel;
    private final Map<Key, Item> found = new HashMap<>();
    private Capacity capacity = Capacity.NONE;

    private BulkGet(Table table, Consistency consistency, int parallel) {
        this.table = table;
        this.consistency = consistency;
        this.parallel = parallel;
    }

    /** Reads the items with these keys, with at most {@code parallel} pending requests. */
    public static CompletableFuture<BatchGetResult> read(
            Table table, List<Key> keys, Consistency consistency, int parallel) {
        return new BulkGet(table, consistency, parallel)
                .round(keys.stream().distinct().toList(), 1);
    }

    private CompletableFuture<BatchGetResult> round(List<Key> keys, int number) {
        List<List<Key>> batches = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += Limits.MAX_BATCH_GETS) {
            batches.add(keys.subList(from, Math.min(from + Limits.MAX_BATCH_GETS, keys.size())));
        }
        return ParallelCalls.map(
                        batches, parallel, batch -> table.batchGet(new BatchGet(batch, consistency, Select.all())))
                .thenCompose(results -> {
                    List<Key> unprocessed = new ArrayList<>();
                    for (BatchGetResult result : results) {
                        found.putAll(result.found());
                        unprocessed.addAll(result.unprocessed());
                        capacity = capacity.plus(result.capacity());
                    }
                    return unprocessed.isEmpty() || number == MAX_ROUNDS
                            ? CompletableFuture.completedFuture(new BatchGetResult(found, unprocessed, capacity))
                            : round(unprocessed, number + 1);
                });
    }
}
