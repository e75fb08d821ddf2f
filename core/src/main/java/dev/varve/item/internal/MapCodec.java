package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes a map with text keys as a map; reads an absent attribute as an empty map. */
public record MapCodec<T>(Codec<T> element) implements Codec<Map<String, T>> {

    @Override
    public ValueType type() {
        return ValueType.MAP;
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public Value write(Map<String, T> map) {
        Map<String, Value> values = new TreeMap<>();
        map.forEach((name, object) -> {
            if (name == null) {
                throw new MappingError("record.null", "a key is null: DynamoDB's maps have texts as keys");
            }
            try {
                values.put(name, Codec.writeElement(element, object));
            } catch (RuntimeException e) {
                throw ListCodec.located(e, name);
            }
        });
        return new Value.MapOf(values);
    }

    @Override
    public Map<String, T> read(@Nullable Value value) {
        if (value == null || value == Value.Null.NULL) {
            return Map.of();
        }
        if (!(value instanceof Value.MapOf map)) {
            throw MappingError.type(value, "Map", ValueType.MAP);
        }
        Map<String, T> objects = new LinkedHashMap<>();
        map.values().forEach((name, each) -> {
            try {
                objects.put(name, element.read(each));
            } catch (RuntimeException e) {
                throw ListCodec.located(e, name);
            }
        });
        return Collections.unmodifiableMap(objects);
    }
}
