package dev.varve.core.item;

import org.jspecify.annotations.Nullable;

/** A codec given by the user, whose errors are told with the component's name. */
record ConverterCodec<T>(Converter<T> converter) implements Codec<T> {

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
            throw Misfit.missing();
        }
        try {
            return converter.fromValue(value);
        } catch (RuntimeException e) {
            throw explained(e);
        }
    }

    private static Misfit explained(RuntimeException error) {
        Misfit known = Misfit.of(error);
        return known == null ? Misfit.converter(error) : known;
    }
}
