package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Stores an empty {@code Optional} as an absent attribute. */
public record OptionalCodec<T>(Codec<T> inner) implements Codec<Optional<T>> {

    @Override
    public @Nullable ValueType type() {
        return inner.type();
    }

    @Override
    public boolean required() {
        return false;
    }

    @Override
    public @Nullable Value write(Optional<T> object) {
        return object.isEmpty() ? null : inner.write(object.get());
    }

    @Override
    public Optional<T> read(@Nullable Value value) {
        return value == null || (value == Value.Null.NULL && !inner.readsNull())
                ? Optional.empty()
                : Optional.ofNullable(inner.read(value));
    }
}
