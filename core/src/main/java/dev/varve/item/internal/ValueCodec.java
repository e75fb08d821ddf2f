package dev.varve.item.internal;

import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Stores a component of type {@link Value}, or of a subtype, as it is. */
public record ValueCodec(Class<?> kind, @Nullable ValueType type) implements Codec<Value> {

    public static ValueCodec of(Class<?> kind) {
        return new ValueCodec(kind, typeOf(kind));
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
            throw MappingError.missing();
        }
        if (!kind.isInstance(value)) {
            throw type != null
                    ? MappingError.type(value, kind.getSimpleName(), type)
                    : new MappingError(
                            "record.type",
                            "%s cannot be read as %s".formatted(MappingError.show(value), kind.getSimpleName()));
        }
        return value;
    }
}
