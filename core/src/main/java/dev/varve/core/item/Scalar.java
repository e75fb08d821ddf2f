package dev.varve.core.item;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A codec made of two functions. */
record Scalar<T>(@Nullable ValueType type, Function<T, Value> writer, Function<Value, T> reader) implements Codec<T> {

    @Override
    public Value write(T object) {
        return writer.apply(object);
    }

    @Override
    public T read(@Nullable Value value) {
        if (value == null) {
            throw Misfit.missing();
        }
        return reader.apply(value);
    }
}
