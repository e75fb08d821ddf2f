package dev.varve.core.entity;

import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.table.BatchGetResult;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Key;
import dev.varve.core.table.ManyGets;
import dev.varve.core.table.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Reads many entities by key, and says which could not be read. */
final class ManyReads<R extends Record> {

    private final Table table;
    private final EntityItems<R> items;
    private final int parallel;
    private final Map<Parts, Key> keys;

    ManyReads(Table table, EntityItems<R> items, int parallel, List<Parts> wanted) {
        this.table = table;
        this.items = items;
        this.parallel = parallel;
        this.keys = new LinkedHashMap<>();
        wanted.forEach(parts -> keys.put(parts, items.key(parts)));
    }

    CompletableFuture<Found<R>> run() {
        return ManyGets.read(table, List.copyOf(keys.values()), Consistency.EVENTUAL, parallel)
                .thenApply(this::result);
    }

    private Found<R> result(BatchGetResult read) {
        Map<Parts, R> records = new LinkedHashMap<>();
        List<Parts> unread = new ArrayList<>();
        Set<Key> left = Set.copyOf(read.unprocessed());
        keys.forEach((parts, key) -> {
            Item item = read.found().get(key);
            if (item != null) {
                records.put(parts, items.read(item));
            } else if (left.contains(key)) {
                unread.add(parts);
            }
        });
        return new Found<>(Collections.unmodifiableMap(records), unread, read.capacity());
    }
}
