package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Gives components back that are stored in a key attribute, as {@code SensorId} in a table whose partition is
 * {@code {sensorId}}: the attribute holds the key's text, where special characters are escaped and numbers sort.
 */
public final class KeyAttributeReader implements UnaryOperator<Item> {

    private final TableSchema table;
    private final Layout layout;
    private final List<MappedComponent<?>> components = new ArrayList<>();

    private KeyAttributeReader(TableSchema table, Layout layout) {
        this.table = table;
        this.layout = layout;
    }

    public static KeyAttributeReader of(TableSchema table, Layout layout, RecordMapping<?> mapping) {
        KeyAttributeReader restore = new KeyAttributeReader(table, layout);
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
            ParsedKey parsed = series.parse(key);
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
        return KeyComponents.isNumber(component)
                ? Num.of(parts.number(component.name()))
                : Value.of(parts.text(component.name()));
    }
}
