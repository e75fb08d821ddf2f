package dev.varve.engine.dynamodb.internal.value;

import dev.varve.engine.support.PagePosition;
import dev.varve.item.Item;
import dev.varve.table.Key;
import dev.varve.table.KeySchema;
import dev.varve.table.TableSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts items, keys and positions to the SDK's maps, in a stable order. */
public final class ItemConversion {

    private ItemConversion() {}

    public static Map<String, AttributeValue> write(Item item) {
        String[] names = new String[item.attributeCount()];
        AttributeValue[] values = new AttributeValue[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = item.nameAt(i);
            values[i] = ValueConversion.write(item.valueAt(i));
        }
        return new FixedMap<>(names, values);
    }

    public static Item read(Map<String, AttributeValue> attributes) {
        return new ItemReader().read(attributes);
    }

    /** Returns the item, or null for the empty map that the SDK returns for a missing item. */
    public static @Nullable Item readIfAny(Map<String, AttributeValue> attributes) {
        return attributes.isEmpty() ? null : read(attributes);
    }

    public static Map<String, AttributeValue> key(KeySchema schema, Key key) {
        AttributeValue partition = ValueConversion.write(key.partition());
        if (schema.sort() == null || key.sort() == null) {
            return new FixedMap<>(new String[] {schema.partition().name()}, partition);
        }
        return new FixedMap<>(
                new String[] {schema.partition().name(), schema.sort().name()},
                partition,
                ValueConversion.write(key.sort()));
    }

    /** Returns the exclusive start key of a read. */
    public static Map<String, AttributeValue> position(
            TableSchema schema, @Nullable String index, PagePosition position) {
        Map<String, AttributeValue> own = key(schema.key(), position.key());
        if (index == null) {
            return own;
        }
        Map<String, AttributeValue> attributes = new LinkedHashMap<>(own);
        attributes.putAll(key(schema.index(index).key(), position.target()));
        return attributes;
    }
}
