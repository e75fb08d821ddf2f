package dev.varve.engine.dynamodb.internal.value;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts between values of Varve and of the SDK; numbers are sent as text. */
public final class ValueConversion {

    private static final AttributeValue NULL = AttributeValue.fromNul(true);
    private static final AttributeValue ZERO = AttributeValue.fromN("0");
    private static final AttributeValue TRUE = AttributeValue.fromBool(true);
    private static final AttributeValue FALSE = AttributeValue.fromBool(false);

    private ValueConversion() {}

    public static AttributeValue write(Value value) {
        if (value instanceof Value.Text text) {
            return AttributeValue.fromS(text.value());
        } else if (value instanceof Num number) {
            // Zero is shared, because every increment starts from it.
            return number.value().signum() == 0 ? ZERO : AttributeValue.fromN(number.text());
        } else if (value instanceof Bytes bytes) {
            return AttributeValue.fromB(sdkBytes(bytes));
        } else if (value instanceof Value.Bool bool) {
            return bool.value() ? TRUE : FALSE;
        } else if (value instanceof Value.ListOf list) {
            List<AttributeValue> elements = new ArrayList<>(list.values().size());
            list.values().forEach(element -> elements.add(write(element)));
            return AttributeValue.fromL(elements);
        } else if (value instanceof Value.MapOf map) {
            Map<String, AttributeValue> entries = new LinkedHashMap<>();
            map.values().forEach((name, entry) -> entries.put(name, write(entry)));
            return AttributeValue.fromM(entries);
        } else if (value instanceof Value.TextSet set) {
            return AttributeValue.fromSs(List.copyOf(set.values()));
        } else if (value instanceof Value.NumSet set) {
            return AttributeValue.fromNs(set.values().stream().map(Num::text).toList());
        } else if (value instanceof Value.BytesSet set) {
            return AttributeValue.fromBs(
                    set.values().stream().map(ValueConversion::sdkBytes).toList());
        }
        return NULL;
    }

    public static Value read(AttributeValue value) {
        return switch (value.type()) {
            case S -> new Value.Text(value.s());
            case N -> Num.parse(value.n());
            case B -> bytes(value.b());
            case BOOL -> Value.of(value.bool().booleanValue());
            case NUL -> Value.Null.NULL;
            case L -> {
                List<Value> elements = new ArrayList<>(value.l().size());
                value.l().forEach(element -> elements.add(read(element)));
                yield new Value.ListOf(elements);
            }
            case M -> {
                Map<String, Value> entries = new LinkedHashMap<>();
                value.m().forEach((name, entry) -> entries.put(name, read(entry)));
                yield new Value.MapOf(entries);
            }
            case SS -> new Value.TextSet(new HashSet<>(value.ss()));
            case NS -> {
                Set<Num> numbers = new HashSet<>();
                value.ns().forEach(text -> numbers.add(Num.parse(text)));
                yield new Value.NumSet(numbers);
            }
            case BS -> {
                Set<Bytes> elements = new HashSet<>();
                value.bs().forEach(element -> elements.add(bytes(element)));
                yield new Value.BytesSet(elements);
            }
            default ->
                throw new CorruptData(
                        "dynamodb.value", "DynamoDB returned a value of unknown type: %s".formatted(value));
        };
    }

    private static SdkBytes sdkBytes(Bytes bytes) {
        return SdkBytes.fromByteArrayUnsafe(bytes.toArray());
    }

    private static Bytes bytes(SdkBytes bytes) {
        return Bytes.wrap(bytes.asByteArrayUnsafe());
    }
}
