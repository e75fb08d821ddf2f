package dev.varve.engine.dynamodb.internal.value;

import dev.varve.item.Item;
import dev.varve.item.Value;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads the items of one table. Neighbouring items mostly have the same attributes, so the sorted names of the last
 * item are tried first and shared by all items with the same names.
 */
public final class ItemReader {

    private volatile String[] lastNames = {};

    public Item read(Map<String, AttributeValue> attributes) {
        String[] known = lastNames;
        Value[] values = known.length == attributes.size() ? values(attributes, known) : null;
        if (values != null) {
            return Item.wrap(known, values);
        }
        String[] names = attributes.keySet().toArray(String[]::new);
        Arrays.sort(names);
        lastNames = names;
        return Item.wrap(names, Objects.requireNonNull(values(attributes, names)));
    }

    /** Returns the item, or null for the empty map that the SDK returns for a missing item. */
    public @Nullable Item readIfAny(Map<String, AttributeValue> attributes) {
        return attributes.isEmpty() ? null : read(attributes);
    }

    /** Returns the values under these names, or null if one of them is missing. */
    private static Value @Nullable [] values(Map<String, AttributeValue> attributes, String[] names) {
        Value[] values = new Value[names.length];
        for (int i = 0; i < names.length; i++) {
            AttributeValue value = attributes.get(names[i]);
            if (value == null) {
                return null;
            }
            values[i] = ValueConversion.read(value);
        }
        return values;
    }
}
