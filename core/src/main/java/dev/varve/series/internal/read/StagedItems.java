package dev.varve.series.internal.read;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.StagedForm;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedRows;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form of the backfilled events of a series: columns if it is packed, otherwise a list of items; pure. */
public final class StagedItems<E extends Record> implements StagedForm {

    private final SeriesDefinition<E> definition;
    private final EventItems<E> items;
    private final TableSchema table;
    private final @Nullable PackedRows packed;

    public StagedItems(SeriesDefinition<E> definition, TableSchema table) {
        this.definition = definition;
        this.items = new EventItems<>(definition, table);
        this.table = table;
        this.packed = definition.packed == null ? null : new PackedRows(definition, table);
    }

    /** Returns the item of an event, without expiry and without keys of indexes. */
    public static Item of(StoredEvent event, TableSchema table) {
        return table.keyed(event.key(), event.record());
    }

    @Override
    public Value encode(List<Item> events) {
        byte[] columns = packed == null ? null : packed.encode(events);
        if (columns != null) {
            return Bytes.wrap(columns);
        }
        List<Value> all = new ArrayList<>();
        events.forEach(event -> all.add(new Value.MapOf(event.asMap())));
        return new Value.ListOf(all);
    }

    @Override
    public List<Item> decode(Parts identity, Value stored) {
        if (stored instanceof Bytes columns && packed != null) {
            return packed.decode(identity, columns.toArray());
        }
        if (!(stored instanceof Value.ListOf list)) {
            throw new CorruptData("series.backfill", "%s are not events of a backfill".formatted(stored));
        }
        List<Item> events = new ArrayList<>();
        for (Value each : list.values()) {
            if (!(each instanceof Value.MapOf event)) {
                throw new CorruptData("series.backfill", "%s is not an event of a backfill".formatted(each));
            }
            events.add(Item.of(event.values()));
        }
        return events;
    }

    @Override
    public int weight(Item event) {
        return event.size();
    }

    @Override
    public @Nullable Item merged(Item stored, Item given) {
        if (items.isSame(stored, given)) {
            return stored;
        }
        return switch (definition.conflicts) {
            case REFUSE -> null;
            case REPLACE -> given;
            case MERGE -> {
                Key key = table.keyOf(given);
                StoredEvent event = new StoredEvent(
                        key, given, given, items.clockOf(items.read(given)), definition.identity.require(given));
                Item merged = table.keyed(key, definition.mapping.toItem(items.merged(stored, event)));
                yield items.isSame(stored, merged) ? stored : merged;
            }
        };
    }
}
