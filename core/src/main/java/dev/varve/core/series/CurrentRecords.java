package dev.varve.core.series;

import dev.varve.core.Unavailable;
import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.table.BatchGet;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Get;
import dev.varve.core.table.Key;
import dev.varve.core.table.Limits;
import dev.varve.core.table.Select;
import dev.varve.core.table.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads current records from the items that hold them. */
final class CurrentRecords<C extends Record> implements Latest<C> {

    private final Table table;
    private final CurrentItems<C> items;
    private final int parallel;

    CurrentRecords(Table table, CurrentItems<C> items, int parallel) {
        this.table = table;
        this.items = items;
        this.parallel = parallel;
    }

    @Override
    public CompletableFuture<Optional<C>> find(Parts identity, Consistency consistency) {
        return table.get(new Get(items.keyOf(identity), consistency, Select.all()))
                .thenApply(result -> result.find().map(items::read));
    }

    /** Reads a hundred in each request. */
    @Override
    public CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities) {
        List<List<Parts>> batches = new ArrayList<>();
        for (int from = 0; from < identities.size(); from += Limits.MAX_BATCH_GETS) {
            batches.add(identities.subList(from, Math.min(from + Limits.MAX_BATCH_GETS, identities.size())));
        }
        return Parallel.map(batches, parallel, this::readBatch).thenApply(found -> {
            Map<Parts, C> all = new LinkedHashMap<>();
            found.forEach(all::putAll);
            return all;
        });
    }

    private CompletableFuture<Map<Parts, C>> readBatch(List<Parts> batch) {
        Map<Key, Parts> identities = new HashMap<>();
        batch.forEach(identity -> identities.put(items.keyOf(identity), identity));
        return table.batchGet(BatchGet.of(List.copyOf(identities.keySet()))).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Unavailable(
                        "series.latest-unread",
                        "%s of %s current records could not be read in time: ask again, for fewer at a time"
                                .formatted(result.unprocessed().size(), batch.size()));
            }
            Map<Parts, C> records = new LinkedHashMap<>();
            for (Parts identity : batch) {
                Item item = result.found().get(items.keyOf(identity));
                if (item != null) {
                    records.put(identity, items.read(item));
                }
            }
            return records;
        });
    }
}
