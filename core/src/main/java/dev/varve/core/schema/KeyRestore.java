package dev.varve.core.schema;

import dev.varve.core.Rejected;
import dev.varve.core.item.Item;
import dev.varve.core.item.MappedComponent;
import dev.varve.core.item.Num;
import dev.varve.core.item.RecordMapping;
import dev.varve.core.item.Value;
import dev.varve.core.key.EntityLayout;
import dev.varve.core.key.Layout;
import dev.varve.core.key.LayoutKey;
import dev.varve.core.key.Parsed;
import dev.varve.core.key.Parts;
import dev.varve.core.key.SeriesLayout;
import dev.varve.core.table.Key;
import dev.varve.core.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Gives components back that are stored in a key attribute, as {@code SensorId} in a table whose partition is
 * {@code {sensorId}}: the attribute holds the key's text, where special characters are escaped and numbers sort.
 */
public final class KeyRestore implements UnaryOperator<Item> {

    private final TableSchema table;
    private final Layout layout;
    private final List<MappedComponent<?>> components = new ArrayList<>();

    private KeyRestore(TableSchema table, Layout layout) {
        this.table = table;
        this.layout = layout;
    }

    public static KeyRestore of(TableSchema table, Layout layout, RecordMapping<?> mapping) {
        KeyRestore restore = new KeyRestore(table, layout);
        for (MappedComponent<?> component : mapping.components()) {
            if (table.key().contains(component.attribute())) {
                restore.components.add(component);
            }
        }
        return restore;
    }

    /** Returns the item with these components as their record has them. */
    @Override
    public Item apply(Item item) {
        if (components.isEmpty()) {
            return item;
        }
        LayoutKey key = table.keyOf(item).written().orElseThrow();
        Item restored = item;
        Parts parts = layout instanceof EntityLayout entity ? entity.parse(key) : Parts.none();
        if (layout instanceof SeriesLayout series) {
            Parsed parsed = series.parse(key);
            parts = parsed.parts();
            for (MappedComponent<?> component : components) {
                if (component.name().equals(series.clock())) {
                    restored = restored.with(component.attribute(), component.toValue(parsed.clock()));
                }
            }
        }
        for (MappedComponent<?> component : components) {
            if (parts.names().contains(component.name())) {
                restored = restored.with(component.attribute(), value(parts, component));
            }
        }
        return restored;
    }

    /** Returns the record of a stored item; the error of one that does not fit names the key. */
    public <R extends Record> R read(RecordMapping<R> mapping, Item item) {
        return read(mapping, item, UnaryOperator.identity());
    }

    /** Returns the record of what a function takes of a stored item; the error of one that does not fit names the key. */
    public <R extends Record> R read(RecordMapping<R> mapping, Item item, UnaryOperator<Item> taken) {
        try {
            return mapping.fromItem(taken.apply(apply(item)));
        } catch (Rejected misfit) {
            Key key = table.key().keyOf(item);
            throw key == null
                    ? misfit
                    : new Rejected(
                            misfit.code(),
                            "item %s of table %s: %s".formatted(key, table.name(), misfit.getMessage()),
                            misfit);
        }
    }

    private static Value value(Parts parts, MappedComponent<?> component) {
        return KeyParts.isNumber(component)
                ? Num.of(parts.number(component.name()))
                : Value.of(parts.text(component.name()));
    }
}
