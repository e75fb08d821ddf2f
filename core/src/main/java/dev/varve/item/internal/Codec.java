package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Writes one Java type as values and reads it back; throws {@link MappingError} if a value does not fit. */
public interface Codec<T> {

    /** Returns the type of the written values, or null if it depends on the object. */
    @Nullable
    ValueType type();

    /** Returns whether an absent attribute is an error. */
    default boolean required() {
        return true;
    }

    /** Returns whether DynamoDB's null is a value of this type and does not mean absent. */
    default boolean readsNull() {
        return false;
    }

    /** Returns the value for this object; an optional codec may return null to omit the attribute. */
    @Nullable
    Value write(T object);

    /** Returns the object for this value; null means an absent attribute. Only {@link NullableCodec} returns null. */
    @Nullable
    T read(@Nullable Value value);

    /** Writes an element of a list or a map; an absent element becomes DynamoDB's null. */
    static <T> Value writeElement(Codec<T> codec, @Nullable T object) {
        Value value = writeNullable(codec, object);
        return value == null ? Value.Null.NULL : value;
    }

    /** Writes an object that may be null although its declaration forbids it. */
    static <T> @Nullable Value writeNullable(Codec<T> codec, @Nullable T object) {
        if (object == null) {
            if (codec instanceof NullableCodec) {
                return null;
            }
            throw new MappingError("record.null", "it is null: give it a value, or declare it Optional or @Nullable");
        }
        return codec.write(object);
    }
}
