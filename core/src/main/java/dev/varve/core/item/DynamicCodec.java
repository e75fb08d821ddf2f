package dev.varve.core.item;

import org.jspecify.annotations.Nullable;

/** Passes values through: a component of type {@link Value}, or of one of its kinds. */
record DynamicCodec(Class<?> kind, @Nullable ValueType type) implements Codec<Value> {

    static DynamicCodec of(Class<?> kind) {
        return new DynamicCodec(kind, typeOf(kind));
    }

    private static @Nullable ValueType typeOf(Class<?> kind) {
        if (kind == Num.class) {
            return ValueType.NUMBER;
        } else if (kind == Bytes.class) {
            return ValueType.BYTES;
        }
        return kind == Value.Text.class ? ValueType.TEXT : null;
    }

    @Override
    public boolean readsNull() {
        return kind.isInstance(Value.Null.NULL);
    }

    @Override
    public Value write(Value value) {
        return value;
    }

    @Override
    public Value read(@Nullable Value value) {
        if (value == null) {
            throw Misfit.missing();
        }
        if (!kind.isInstance(value)) {
            throw type != null
                    ? Misfit.type(value, kind.getSimpleName(), type)
                    : new Misfit(
                            "record.type",
                            "%s cannot be read as %s".formatted(Misfit.show(value), kind.getSimpleName()));
        }
        return value;
    }
}
