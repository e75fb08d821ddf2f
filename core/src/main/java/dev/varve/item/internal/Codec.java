package dev.varve.item.internal;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import org.jspecify.annotations.Nullable;

/** Writes one Java type as values and reads it back; throws {@link MappingError} where that cannot be done. */
public interface Codec<T> {

    /** Returns the type of the values written, or null where it depends on what is written. */
    @Nullable
    ValueType type();

    /** Returns whether an absent attribute is an error. */
    default boolean required() {
        return true;
    }

    /** Returns whether DynamoDB's null is a value of this type, and not another word for absent. */
    default boolean readsNull() {
        return false;
    }

    /** Returns the value for this object, or null to leave the attribute out, which only an optional codec may. */
    @Nullable
    Value write(T object);

    /** Returns the object for this value, or for an absent attribute where the codec is optional; only {@link NullableCodec} says null. */
    @Nullable
    T read(@Nullable Value value);

    /** Writes an object found inside a list or a map, where absence has to be spelled out. */
    static <T> Value writeElement(Codec<T> codec, @Nullable T object) {
        Value value = writeNullable(codec, object);
        return value == null ? Value.Null.NULL : value;
    }

    /** Writes an object that may be null against its declaration. */
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
