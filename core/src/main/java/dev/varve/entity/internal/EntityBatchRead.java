package dev.varve.entity.internal;

import dev.varve.entity.FoundEntities;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.table.BatchGetResult;
import dev.varve.table.Consistency;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.internal.BulkGet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Reads many entities by key, and lists those that could not be read. */
public final class EntityBatchRead<R extends Record> {

    private final Table table;
    private final EntityItems<R> items;
    private final int parallel;
    private final Map<Parts, Key> keys;

    public EntityBatchRead(Table table, EntityItems<R> items, int parallel, List<Parts> wanted) {
        this.table = table;
        this.items = items;
        this.parallel = parallel;
        this.keys = new LinkedHashMap<>();
        wanted.forEach(parts -> keys.put(parts, items.key(parts)));
    }

    public CompletableFuture<FoundEntities<R>> run() {
        return BulkGet.read(table, List.copyOf(keys.values()), Consistency.EVENTUAL, parallel)
                .thenApply(this::result);
    }

    private FoundEntities<R> result(BatchGetResult read) {
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
        return new FoundEntities<>(Collections.unmodifiableMap(records), unread, read.capacity());
    }
}
