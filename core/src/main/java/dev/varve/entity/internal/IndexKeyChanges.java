package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.KeySchema;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The changes of an entity's index keys by one write.
 *
 * @param settled the key attributes that can be written, with their new value, or empty to remove them
 * @param unknown the attributes that must be read first, because other key attributes depend on them
 */
record IndexKeyChanges(Map<String, Optional<Value>> settled, Set<String> unknown) {

    /**
     * The known attributes of an entity after a write.
     *
     * @param item the values that are known
     * @param names the attributes that are known, including those known to be absent
     */
    record Known(Item item, Set<String> names) {}

    /**
     * @param affected returns whether the write must settle a key attribute, from the attributes that it depends on
     */
    static IndexKeyChanges of(
            List<EntityIndex> indexes, TableSchema table, Known known, Predicate<Set<String>> affected, Instant now) {
        Map<String, Optional<Value>> settled = new LinkedHashMap<>();
        Set<String> unknown = new TreeSet<>();
        for (EntityIndex index : indexes) {
            KeySchema schema = table.index(index.name()).key();
            Map<String, Optional<Value>> values = index.settled(known.item(), known.names(), schema, now);
            index.sources(schema).forEach((attribute, sources) -> {
                // An index over the table's own key attributes has nothing to write.
                if (table.key().contains(attribute) || !affected.test(sources)) {
                    return;
                }
                Optional<Value> value = values.get(attribute);
                if (value == null) {
                    Set<String> missing = new HashSet<>(sources);
                    missing.removeAll(known.names());
                    unknown.addAll(missing);
                } else {
                    settled.put(attribute, value);
                }
            });
        }
        return new IndexKeyChanges(settled, unknown);
    }

    Item addTo(Item item) {
        Item.Builder builder = Item.builder().putAll(item);
        settled.forEach((name, value) -> value.ifPresent(present -> builder.put(name, present)));
        return builder.build();
    }

    Update addTo(Update update) {
        Update more = update;
        for (Map.Entry<String, Optional<Value>> entry : settled.entrySet()) {
            more = entry.getValue().isPresent()
                    ? more.set(entry.getKey(), entry.getValue().get())
                    : more.remove(entry.getKey());
        }
        return more;
    }

    /** Returns the condition that the attributes that were read have not changed. */
    Condition unchanged(Item before) {
        Condition condition = Condition.always();
        for (String name : unknown) {
            Value value = before.value(name);
            condition = condition.and(
                    value == null
                            ? AttributePath.attr(name).absent()
                            : AttributePath.attr(name).is(value));
        }
        return condition;
    }
}
