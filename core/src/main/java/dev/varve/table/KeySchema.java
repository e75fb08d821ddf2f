package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key attributes of a table or an index: a partition and, optionally, a sort attribute. */
public record KeySchema(KeyAttribute partition, @Nullable KeyAttribute sort) {

    public KeySchema {
        if (sort != null && sort.name().equals(partition.name())) {
            throw new Rejected(
                    "schema.key-repeated",
                    "attribute \"%s\" cannot be partition and sort key at once".formatted(sort.name()));
        }
    }

    /** Returns the names, partition first. */
    public List<String> names() {
        return sort == null ? List.of(partition.name()) : List.of(partition.name(), sort.name());
    }

    public boolean contains(String name) {
        return partition.name().equals(name) || (sort != null && sort.name().equals(name));
    }

    /** Returns the key of this item, or null if it lacks one of the attributes; such an item is not in the index. */
    public @Nullable Key keyOf(Item item) {
        Value partitionValue = item.value(partition.name());
        Value sortValue = sort == null ? null : item.value(sort.name());
        return partitionValue == null || (sort != null && sortValue == null)
                ? null
                : new Key(partitionValue, sortValue);
    }

    /** Returns the key as attributes. */
    public Item asItem(Key key) {
        Item item = Item.empty().with(partition.name(), key.partition());
        return sort == null || key.sort() == null ? item : item.with(sort.name(), key.sort());
    }

    @Override
    public String toString() {
        return sort == null ? partition.toString() : partition + ", " + sort;
    }
}
