package dev.varve.engine.dynamodb.internal.value;

import dev.varve.core.item.Item;
import dev.varve.core.item.Value;
import dev.varve.core.table.Key;
import dev.varve.core.table.KeySchema;
import dev.varve.core.table.Position;
import dev.varve.core.table.TableSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items, keys and positions as the SDK's maps, in an order that is the same every time. */
public final class Items {

    private Items() {}

    public static Map<String, AttributeValue> write(Item item) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(item.attributeCount() * 2);
        for (int i = 0; i < item.attributeCount(); i++) {
            attributes.put(item.nameAt(i), Values.write(item.valueAt(i)));
        }
        return attributes;
    }

    public static Item read(Map<String, AttributeValue> attributes) {
        String[] names = attributes.keySet().toArray(String[]::new);
        Arrays.sort(names);
        Value[] values = new Value[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = Values.read(Objects.requireNonNull(attributes.get(names[i])));
        }
        return Item.wrap(names, values);
    }

    /** Returns the item, or null for the empty map the SDK has where an answer holds none. */
    public static @Nullable Item readIfAny(Map<String, AttributeValue> attributes) {
        return attributes.isEmpty() ? null : read(attributes);
    }

    public static Map<String, AttributeValue> key(KeySchema schema, Key key) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        put(attributes, schema, key);
        return attributes;
    }

    /** Returns what a read starts after. */
    public static Map<String, AttributeValue> position(TableSchema schema, @Nullable String index, Position position) {
        Map<String, AttributeValue> attributes = key(schema.key(), position.key());
        if (index != null) {
            put(attributes, schema.index(index).key(), position.target());
        }
        return attributes;
    }

    private static void put(Map<String, AttributeValue> attributes, KeySchema schema, Key key) {
        attributes.put(schema.partition().name(), Values.write(key.partition()));
        if (schema.sort() != null && key.sort() != null) {
            attributes.put(schema.sort().name(), Values.write(key.sort()));
        }
    }
}
