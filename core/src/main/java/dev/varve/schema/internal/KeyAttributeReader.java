package dev.varve.schema.internal;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.RecordMapping;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.internal.LayoutKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Restores components that are stored in a key attribute, such as {@code SensorId} in a table whose partition is
 * {@code {sensorId}}. The attribute holds the key's text, in which special characters are escaped and numbers are
 * padded to sort.
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
        for (MappedComponent<?> component : MappingAccess.instance().components(mapping)) {
            if (table.key().contains(component.attribute())) {
                restore.components.add(component);
            }
        }
        return restore;
    }

    /** Returns the item with the original values of these components. */
    @Override
    public Item apply(Item item) {
        if (components.isEmpty()) {
            return item;
        }
        LayoutKey key = LayoutKeys.written(table.keyOf(item)).orElseThrow();
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

    /** Returns the record of a stored item; an error names the key of an item that does not fit. */
    public <R extends Record> R read(RecordMapping<R> mapping, Item item) {
        return read(mapping, item, UnaryOperator.identity());
    }

    /**
     * Returns the record of a stored item after a function selected its attributes; an error names the key of an item
     * that does not fit.
     */
    public <R extends Record> R read(RecordMapping<R> mapping, Item item, UnaryOperator<Item> select) {
        try {
            return mapping.fromItem(select.apply(apply(item)));
        } catch (Rejected mismatch) {
            Key key = table.key().keyOf(item);
            throw key == null
                    ? mismatch
                    : new Rejected(
                            mismatch.code(),
                            "item %s of table %s: %s".formatted(key, table.name(), mismatch.getMessage()),
                            mismatch);
        }
    }

    private static Value value(Parts parts, MappedComponent<?> component) {
        return KeyComponents.isNumber(component)
                ? Num.of(parts.number(component.name()))
                : Value.of(parts.text(component.name()));
    }
}
