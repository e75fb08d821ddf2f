package dev.varve.item;

import dev.varve.item.internal.ScalarCodecs;
import java.util.function.Function;

/**
 * Converts a component to a stored value and back: for types that the mapping does not support, or to store a supported
 * type in another way. It is never called for absent values; {@code @Nullable} and {@code Optional} handle those.
 */
public interface Converter<T> {

    /** Returns the value to store for this object. */
    Value toValue(T object);

    /** Returns the object for this value; may throw any exception to reject it. */
    T fromValue(Value value);

    /** Returns a converter from two functions. */
    static <T> Converter<T> of(
            Function<? super T, ? extends Value> toValue, Function<? super Value, ? extends T> fromValue) {
        return new Converter<>() {
            @Override
            public Value toValue(T object) {
                return toValue.apply(object);
            }

            @Override
            public T fromValue(Value value) {
                return fromValue.apply(value);
            }
        };
    }

    /** Returns a converter to texts: {@code ofText(ZoneId::getId, ZoneId::of)}. */
    static <T> Converter<T> ofText(Function<? super T, String> toText, Function<String, ? extends T> fromText) {
        return of(
                object -> new Value.Text(toText.apply(object)),
                value -> fromText.apply(ScalarCodecs.toText(value, "text")));
    }
}
