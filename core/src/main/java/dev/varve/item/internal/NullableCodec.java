package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Stores null as an absent attribute. */
public record NullableCodec<T>(Codec<T> inner) implements Codec<T> {

    @Override
    public @Nullable ValueType type() {
        return inner.type();
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public @Nullable Value write(T object) {
        return inner.write(object);
    }

    @Override
    public @Nullable T read(@Nullable Value value) {
        return value == null || (value == Value.Null.NULL && !inner.readsNull()) ? null : inner.read(value);
    }
}
