package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A codec made of two functions. */
record ScalarCodec<T>(@Nullable ValueType type, Function<T, Value> writer, Function<Value, T> reader)
        implements Codec<T> {

    @Override
    public Value write(T object) {
        return writer.apply(object);
    }

    @Override
    public T read(@Nullable Value value) {
        if (value == null) {
            throw MappingError.missing();
        }
        return reader.apply(value);
    }
}
