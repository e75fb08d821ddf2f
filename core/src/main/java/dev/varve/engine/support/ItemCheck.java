package dev.varve.engine.support;

import dev.varve.error.ItemTooLarge;
import dev.varve.error.KeyTooLong;
import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.internal.Utf8;
import dev.varve.table.IndexSchema;
import dev.varve.table.Key;
import dev.varve.table.KeyAttribute;
import dev.varve.table.KeySchema;
import dev.varve.table.Limits;
import dev.varve.table.TableSchema;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rejects keys and items that DynamoDB cannot store. */
public final class ItemCheck {

    private static final int MAX_SHOWN_CHARS = 80;

    private ItemCheck() {}

    /** Rejects a key that does not match the table: missing or surplus parts, wrong types, empty or too long values. */
    public static void key(TableSchema schema, Key key) {
        KeySchema declared = schema.key();
        part(schema, declared.partition(), key.partition(), Limits.MAX_PARTITION_KEY_BYTES);
        if (declared.sort() == null) {
            if (key.sort() != null) {
                throw new Rejected(
                        "key.sort-surplus",
                        "key %s has a sort part, but table %s has no sort key".formatted(shown(key), schema.name()));
            }
        } else if (key.sort() == null) {
            throw new Rejected(
                    "key.sort-missing",
                    "key %s has no sort part, but table %s has sort key \"%s\""
                            .formatted(
                                    shown(key), schema.name(), declared.sort().name()));
        } else {
            part(schema, declared.sort(), key.sort(), Limits.MAX_SORT_KEY_BYTES);
        }
    }

    /** Rejects a value that is not valid for this key attribute. */
    static void part(TableSchema schema, KeyAttribute attribute, Value value, int limit) {
        if (value.type() != attribute.type()) {
            throw new Rejected(
                    "key.type",
                    "key attribute \"%s\" of table %s is %s; given %s %s"
                            .formatted(attribute.name(), schema.name(), attribute.type(), value.type(), shown(value)));
        }
        int size = value.size();
        if (size == 0) {
            throw new Rejected(
                    "key.empty",
                    "key attribute \"%s\" of table %s is empty; it needs at least one byte"
                            .formatted(attribute.name(), schema.name()));
        }
        if (size > limit && !(value instanceof Num)) {
            throw new KeyTooLong(
                    "key attribute \"%s\" of table %s has %s bytes; the limit is %s: shorten the id or store a hash of it"
                            .formatted(attribute.name(), schema.name(), size, limit));
        }
    }

    /** Rejects an item that cannot be stored: invalid key or index key, too large, nested too deep. */
    public static void stored(TableSchema schema, Item item) {
        key(schema, schema.keyOf(item));
        for (IndexSchema index : schema.indexes()) {
            indexPart(schema, index.key().partition(), item, Limits.MAX_PARTITION_KEY_BYTES);
            indexPart(schema, index.key().sort(), item, Limits.MAX_SORT_KEY_BYTES);
        }
        if (item.has("")) {
            throw new Rejected(
                    "item.name-empty", "item %s has an attribute without a name".formatted(shown(schema.keyOf(item))));
        }
        for (int i = 0; i < item.attributeCount(); i++) {
            depth(item.nameAt(i), item.valueAt(i), 1);
        }
        size(schema, item);
    }

    private static void indexPart(TableSchema schema, @Nullable KeyAttribute attribute, Item item, int limit) {
        Value value = attribute == null ? null : item.value(attribute.name());
        if (attribute != null && value != null) {
            part(schema, attribute, value, limit);
        }
    }

    private static void size(TableSchema schema, Item item) {
        if (item.size() > Limits.MAX_ITEM_BYTES) {
            throw new ItemTooLarge("item %s has %s bytes; the limit is %s: split it or keep large parts elsewhere"
                    .formatted(shown(schema.keyOf(item)), item.size(), Limits.MAX_ITEM_BYTES));
        }
    }

    static void depth(String name, Value value, int level) {
        if (!(value instanceof Value.ListOf || value instanceof Value.MapOf)) {
            return;
        }
        Collection<Value> children = value instanceof Value.ListOf list
                ? list.values()
                : value instanceof Value.MapOf map ? map.values().values() : List.of();
        if (value instanceof Value.MapOf map && map.values().containsKey("")) {
            throw new Rejected(
                    "item.name-empty", "attribute \"%s\" holds a map with an entry without a name".formatted(name));
        }
        // The item itself is the first level.
        if (level >= Limits.MAX_DEPTH) {
            throw new Rejected(
                    "item.too-deep",
                    "attribute \"%s\" nests deeper than %s levels: flatten it".formatted(name, Limits.MAX_DEPTH));
        }
        children.forEach(child -> depth(name, child, level + 1));
    }

    static String shown(Object value) {
        String text = value instanceof Bytes bytes && bytes.length() > MAX_SHOWN_CHARS
                ? bytes.length() + " bytes"
                : value.toString();
        return text.length() <= MAX_SHOWN_CHARS ? text : Utf8.cut(text, MAX_SHOWN_CHARS - 1) + "…";
    }
}
