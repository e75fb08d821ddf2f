package dev.varve.schema.internal;

import dev.varve.item.Item;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.table.KeySchema;
import dev.varve.table.internal.LayoutKeys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of items without a clock in one index, and the components that they are written from. An item that lacks a
 * part of either key is not in the index.
 */
public final class IndexKeys {

    private final String name;
    private final EntityLayout layout;
    private final KeyComponents parts;
    private final KeyComponents partition;
    private final KeyComponents sort;

    public IndexKeys(String name, String partition, @Nullable String sort, RecordMapping<?> mapping) {
        this.name = name;
        this.layout = sort == null
                ? Layout.entity(partition, KeyComponents.types(mapping))
                : Layout.entity(partition, sort, KeyComponents.types(mapping));
        this.parts = new KeyComponents(mapping, layout.parts());
        this.partition = new KeyComponents(mapping, layout.partitionParts());
        this.sort = new KeyComponents(mapping, layout.sortParts());
    }

    public String name() {
        return name;
    }

    public EntityLayout layout() {
        return layout;
    }

    public IndexEntry entry() {
        return new IndexEntry(name, layout);
    }

    /** Returns the parts of both keys, in the order in which they appear. */
    public KeyComponents parts() {
        return parts;
    }

    /** Returns the components of each of the two keys, the partition first. */
    public List<List<String>> sources() {
        return List.of(partition.names(), sort.names());
    }

    /** Returns the index keys of a complete item; empty if it lacks a part. */
    Item of(Item item, KeySchema index) {
        Parts values = parts.find(item);
        if (values == null) {
            return Item.empty();
        }
        return index.asItem(LayoutKeys.key(layout.write(values)));
    }

    /**
     * Returns the changes of the index's key attributes if only some attributes of an item are known. Each key
     * attribute that depends on known attributes alone gets its new value, or empty to remove it.
     */
    public Map<String, Optional<Value>> changes(Item known, Set<String> knownAttributes, KeySchema index) {
        Map<String, Optional<Value>> changes = new HashMap<>();
        if (knownAttributes.containsAll(partition.attributes())) {
            Parts values = partition.find(known);
            changes.put(
                    index.partition().name(),
                    values == null ? Optional.empty() : Optional.of(Value.of(layout.writePartition(values))));
        }
        if (index.sort() != null && knownAttributes.containsAll(sort.attributes())) {
            Parts values = sort.find(known);
            changes.put(
                    index.sort().name(),
                    values == null
                            ? Optional.empty()
                            : Optional.ofNullable(LayoutKeys.value(layout.writeSort(values))));
        }
        return changes;
    }
}
