package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a list as a list; reads an absent attribute as an empty list. */
public record ListCodec<T>(Codec<T> element) implements Codec<List<T>> {

    @Override
    public ValueType type() {
        return ValueType.LIST;
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public Value write(List<T> list) {
        return writeAll(list, element);
    }

    @Override
    public List<T> read(@Nullable Value value) {
        return Collections.unmodifiableList(readAll(value, element, "List"));
    }

    static <T> Value.ListOf writeAll(Collection<T> objects, Codec<T> element) {
        Value[] values = new Value[objects.size()];
        int index = 0;
        try {
            for (T object : objects) {
                values[index] = Codec.writeElement(element, object);
                index++;
            }
        } catch (RuntimeException e) {
            throw located(e, index);
        }
        return new Value.ListOf(List.of(values));
    }

    static <T> List<T> readAll(@Nullable Value value, Codec<T> element, String wanted) {
        if (value == null || value == Value.Null.NULL) {
            return List.of();
        }
        if (!(value instanceof Value.ListOf list)) {
            throw MappingError.type(value, wanted, ValueType.LIST);
        }
        List<T> objects = new ArrayList<>(list.values().size());
        try {
            for (Value each : list.values()) {
                objects.add(element.read(each));
            }
        } catch (RuntimeException e) {
            throw located(e, objects.size());
        }
        return objects;
    }

    static RuntimeException located(RuntimeException error, Object index) {
        MappingError mappingError = MappingError.of(error);
        return mappingError == null ? error : mappingError.at(index);
    }
}
