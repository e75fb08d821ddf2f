package dev.varve.core.series;

import dev.varve.core.Unavailable;
import dev.varve.core.item.Item;
import dev.varve.core.key.Parts;
import dev.varve.core.table.Consistency;
import dev.varve.core.table.Get;
import dev.varve.core.table.Key;
import dev.varve.core.table.ManyGets;
import dev.varve.core.table.Select;
import dev.varve.core.table.Table;
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

    @Override
    public CompletableFuture<Map<Parts, C>> findAll(List<Parts> identities) {
        List<Key> keys = identities.stream().map(items::keyOf).toList();
        return ManyGets.read(table, keys, Consistency.EVENTUAL, parallel).thenApply(result -> {
            if (!result.unprocessed().isEmpty()) {
                throw new Unavailable(
                        "series.latest-unread",
                        "%s of %s current records could not be read in time: ask again, for fewer at a time"
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
