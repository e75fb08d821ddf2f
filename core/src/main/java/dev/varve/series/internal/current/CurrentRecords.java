package dev.varve.series.internal.current;

import dev.varve.error.Unavailable;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.read.LatestSource;
import dev.varve.table.Consistency;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Select;
import dev.varve.table.Table;
import dev.varve.table.internal.BulkGet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads current records from the items that hold them. */
public final class CurrentRecords<C extends Record> implements LatestSource<C> {

    private final Table table;
    private final CurrentItems<C> items;
    private final int parallel;

    public CurrentRecords(Table table, CurrentItems<C> items, int parallel) {
        this.table = table;
        this.items = items;
        this.parallel = parallel;
    }

    @Override
    public CompletableFuture<Optional<C>> find(Parts identity, Consistency consistency) {
        return table.get(new Get(items.keyOf(identity), consistency, Select.all()))
                .thenApply(result -> result.find().map(items::read));
    }

    @Override
    public CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities) {
        List<Key> keys = identities.stream().map(items::keyOf).toList();
        return BulkGet.read(table, keys, Consistency.EVENTUAL, parallel).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Unavailable(
                        "series.latest-unread",
                        "%s of %s current records could not be read in time: try again with fewer at a time"
                                .formatted(result.unprocessed().size(), keys.size()));
            }
            Map<Parts, C> records = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                Item item = result.found().get(keys.get(i));
                if (item != null) {
                    records.put(identities.get(i), items.read(item));
                }
            }
            return records;
        });
    }
}
