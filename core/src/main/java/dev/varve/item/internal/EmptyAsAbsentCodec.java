package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Stores an empty list or map as an absent attribute, which is read as empty. */
public record EmptyAsAbsentCodec<T>(Codec<T> inner) implements Codec<T> {

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
        Value value = inner.write(object);
        boolean isEmpty = (value instanceof Value.MapOf map && map.values().isEmpty())
                || (value instanceof Value.ListOf list && list.values().isEmpty());
        return isEmpty ? null : value;
    }

    @Override
    public @Nullable T read(@Nullable Value value) {
        return inner.read(value);
    }
}
