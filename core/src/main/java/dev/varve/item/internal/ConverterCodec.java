package dev.varve.item.internal;

import dev.varve.item.Converter;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** A codec around a user's converter; adds the component's name to its errors. */
public record ConverterCodec<T>(Converter<T> converter) implements Codec<T> {

    @Override
    public @Nullable ValueType type() {
        return null;
    }

    @Override
    public Value write(T object) {
        try {
            return converter.toValue(object);
        } catch (RuntimeException e) {
            throw explained(e);
        }
    }

    @Override
    public T read(@Nullable Value value) {
        if (value == null) {
            throw MappingError.missing();
        }
        try {
            return converter.fromValue(value);
        } catch (RuntimeException e) {
            throw explained(e);
        }
    }

    private static MappingError explained(RuntimeException error) {
        MappingError known = MappingError.of(error);
        return known == null ? MappingError.converter(error) : known;
    }
}
