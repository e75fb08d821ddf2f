package dev.varve.core.entity;

import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.table.BatchGet;
import dev.varve.core.table.BatchGetResult;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Key;
import dev.varve.core.table.Limits;
import dev.varve.core.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads many entities by key: in batches, some of them at a time, and again what a batch left over. */
final class ManyReads<R extends Record> {

    /** Engines wait and try again on their own before they leave anything over. */
    private static final int MAX_ROUNDS = 4;

    private final Table table;
    private final EntityItems<R> items;
    private final int parallel;
    private final Map<Parts, Key> keys;
    private final Map<Key, Item> found = new HashMap<>();
    private Capacity capacity = Capacity.NONE;

    ManyReads(Table table, EntityItems<R> items, int parallel, List<Parts> wanted) {
        this.table = table;
        this.items = items;
        this.parallel = parallel;
        this.keys = new LinkedHashMap<>();
        wanted.forEach(parts -> keys.put(parts, items.key(parts)));
    }

    CompletableFuture<Found<R>> run() {
        return round(keys.values().stream().distinct().toList(), 1);
    }

    private CompletableFuture<Found<R>> round(List<Key> open, int number) {
        return window(open, 0, new ArrayList<>())
                .thenCompose(left -> left.isEmpty() || number == MAX_ROUNDS
                        ? CompletableFuture.completedFuture(result(left))
                        : round(left, number + 1));
    }

    /** Reads the batches from an index on, as many at a time as may be under way, and returns what is left over. */
    private CompletableFuture<List<Key>> window(List<Key> open, int from, List<Key> left) {
        if (from >= open.size()) {
            return CompletableFuture.completedFuture(left);
        }
        List<CompletableFuture<BatchGetResult>> batches = new ArrayList<>();
        int at = from;
        for (; at < open.size() && batches.size() < parallel; at += Limits.MAX_BATCH_GETS) {
            batches.add(table.batchGet(
                    BatchGet.of(open.subList(at, Math.min(open.size(), at + Limits.MAX_BATCH_GETS)))));
        }
        int next = at;
        return CompletableFuture.allOf(batches.toArray(CompletableFuture[]::new))
                .thenCompose(all -> {
                    for (CompletableFuture<BatchGetResult> batch : batches) {
                        BatchGetResult result = batch.join();
                        found.putAll(result.found());
                        left.addAll(result.unprocessed());
                        capacity = capacity.plus(result.capacity());
                    }
                    return window(open, next, left);
                });
    }

    private Found<R> result(List<Key> left) {
        Map<Parts, R> records = new LinkedHashMap<>();
        List<Parts> unread = new ArrayList<>();
        keys.forEach((parts, key) -> {
            Item item = found.get(key);
            if (item != null) {
                records.put(parts, items.read(item));
            } else if (left.contains(key)) {
                unread.add(parts);
            }
        });
        return new Found<>(Collections.unmodifiableMap(records), unread, capacity);
    }
}
