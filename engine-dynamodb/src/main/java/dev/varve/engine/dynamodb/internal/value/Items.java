package dev.varve.engine.dynamodb.internal.value;

import dev.varve.core.item.Item;
import dev.varve.core.table.Key;
import dev.varve.core.table.KeySchema;
import dev.varve.core.table.Position;
import dev.varve.core.table.TableSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items, keys and positions as the SDK's maps, in an order that is the same every time. */
public final class Items {

    /** Holds both parts of a key without growing. */
    private static final int KEY_CAPACITY = 4;

    private Items() {}

    public static Map<String, AttributeValue> write(Item item) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(item.attributeCount() * 2);
        for (int i = 0; i < item.attributeCount(); i++) {
            attributes.put(item.nameAt(i), Values.write(item.valueAt(i)));
        }
        return attributes;
    }

    public static Item read(Map<String, AttributeValue> attributes) {
        return new ItemReader().read(attributes);
    }

    /** Returns the item, or null for the empty map the SDK has where an answer holds none. */
    public static @Nullable Item readIfAny(Map<String, AttributeValue> attributes) {
        return attributes.isEmpty() ? null : read(attributes);
    }

    public static Map<String, AttributeValue> key(KeySchema schema, Key key) {
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(KEY_CAPACITY);
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
