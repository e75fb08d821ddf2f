package dev.varve.item.internal;

import dev.varve.error.Rejected;
import dev.varve.error.UnsupportedValue;
import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts plain Java objects to values by their runtime type. */
public final class PlainObjects {

    private PlainObjects() {}

    public static Value toValue(@Nullable Object object) {
        if (object == null) {
            throw new Rejected(
                    "item.value-null", "null is not a value: leave the attribute out, or store Value.Null.NULL");
        } else if (object instanceof Value value) {
            return value;
        } else if (object instanceof String text) {
            return new Value.Text(text);
        } else if (object instanceof Number number) {
            return number(number);
        } else if (object instanceof Boolean bool) {
            return Value.of(bool.booleanValue());
        } else if (object instanceof byte[] bytes) {
            return Bytes.of(bytes);
        } else if (object instanceof Set<?> set) {
            return set(set);
        } else if (object instanceof Collection<?> list) {
            return new Value.ListOf(list.stream().map(PlainObjects::toValue).toList());
        } else if (object instanceof Map<?, ?> map) {
            Map<String, Value> values = new TreeMap<>();
            map.forEach((key, element) -> values.put(key(key), toValue(element)));
            return new Value.MapOf(values);
        }
        throw unknown(object);
    }

    private static Num number(Number number) {
        if (number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte) {
            return Num.of(number.longValue());
        } else if (number instanceof Double) {
            return Num.of(number.doubleValue());
        } else if (number instanceof Float) {
            return NumberConversion.ofFloat(number.floatValue());
        } else if (number instanceof BigDecimal decimal) {
            return Num.of(decimal);
        } else if (number instanceof BigInteger integer) {
            return Num.of(new BigDecimal(integer));
        }
        throw unknown(number);
    }

    private static Value set(Set<?> set) {
        Set<Value> values = set.stream().map(PlainObjects::toValue).collect(Collectors.toSet());
        Set<ValueType> types = values.stream().map(Value::type).collect(Collectors.toSet());
        if (values.isEmpty() || types.equals(Set.of(ValueType.TEXT))) {
            return new Value.TextSet(all(Value.Text.class, values).stream()
                    .map(Value.Text::value)
                    .collect(Collectors.toSet()));
        } else if (types.equals(Set.of(ValueType.NUMBER))) {
            return new Value.NumSet(all(Num.class, values));
        } else if (types.equals(Set.of(ValueType.BYTES))) {
            return new Value.BytesSet(all(Bytes.class, values));
        }
        throw new Rejected(
                "item.set-type",
                "a set of %s has no DynamoDB type: sets hold texts, numbers or bytes, not a mixture"
                        .formatted(types.stream().sorted().map(ValueType::name).collect(Collectors.joining(" and "))));
    }

    private static <V extends Value> Set<V> all(Class<V> type, Set<Value> values) {
        Set<V> all = new HashSet<>();
        values.forEach(value -> all.add(type.cast(value)));
        return all;
    }

    private static String key(@Nullable Object key) {
        if (key instanceof String text) {
            return text;
        }
        throw new Rejected("item.map-key", "the keys of a map are texts, %s is not".formatted(key));
    }

    private static Rejected unknown(Object object) {
        return new UnsupportedValue("a %s has no DynamoDB type: use text, number, boolean, bytes, list, map or set"
                .formatted(object.getClass().getName()));
    }
}
