package dev.varve.item;

import dev.varve.error.Rejected;
import dev.varve.item.internal.PlainObjects;
import dev.varve.item.internal.Sizes;
import dev.varve.item.internal.Utf8;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One of DynamoDB's ten types, immutable, with exact equality. */
public sealed interface Value
        permits Num,
                Bytes,
                Value.Text,
                Value.Bool,
                Value.Null,
                Value.TextSet,
                Value.NumSet,
                Value.BytesSet,
                Value.ListOf,
                Value.MapOf {

    ValueType type();

    /** Returns the size that DynamoDB bills for this value, in bytes, without the attribute's name. */
    int size();

    /** Returns a text value. */
    static Text of(String text) {
        return new Text(text);
    }

    static Num of(long number) {
        return Num.of(number);
    }

    static Num of(double number) {
        return Num.of(number);
    }

    static Bool of(boolean value) {
        return value ? Bool.TRUE : Bool.FALSE;
    }

    /**
     * Returns the value for a plain Java object: texts, numbers, booleans, byte arrays, lists, maps with text keys,
     * sets of texts, numbers or byte arrays; a value is returned as it is.
     */
    static Value of(Object object) {
        return PlainObjects.toValue(object);
    }

    private static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static <T extends Comparable<T>> Set<T> nonEmpty(Collection<T> elements) {
        if (elements.isEmpty()) {
            throw new Rejected("item.set-empty", "DynamoDB has no empty set: leave the attribute out instead");
        }
        return Collections.unmodifiableSet(new TreeSet<>(elements));
    }

    /** A text, ordered by its UTF-8 bytes. */
    record Text(String value) implements Value, Comparable<Text> {
        @Override
        public ValueType type() {
            return ValueType.TEXT;
        }

        @Override
        public int size() {
            return Utf8.length(value);
        }

        @Override
        public int compareTo(Text other) {
            return Utf8.compare(value, other.value);
        }

        @Override
        public String toString() {
            return quote(value);
        }
    }

    record Bool(boolean value) implements Value {
        private static final Bool TRUE = new Bool(true);
        private static final Bool FALSE = new Bool(false);

        @Override
        public ValueType type() {
            return ValueType.BOOL;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    /** DynamoDB's null: a stored attribute without a value. */
    enum Null implements Value {
        NULL;

        @Override
        public ValueType type() {
            return ValueType.NULL;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public String toString() {
            return "null";
        }
    }

    /** A set of at least one text. */
    record TextSet(Set<String> values) implements Value {
        public TextSet {
            values = nonEmpty(values);
        }

        @Override
        public ValueType type() {
            return ValueType.TEXT_SET;
        }

        @Override
        public int size() {
            return values.stream().mapToInt(Utf8::length).sum();
        }

        @Override
        public String toString() {
            return values.stream().map(Value::quote).collect(Collectors.joining(", ", "{", "}"));
        }
    }

    /** A set of at least one number. */
    record NumSet(Set<Num> values) implements Value {
        public NumSet {
            values = nonEmpty(values);
        }

        @Override
        public ValueType type() {
            return ValueType.NUMBER_SET;
        }

        @Override
        public int size() {
            return values.stream().mapToInt(Num::size).sum();
        }

        @Override
        public String toString() {
            return values.stream().map(Num::toString).collect(Collectors.joining(", ", "{", "}"));
        }
    }

    /** A set of at least one byte sequence. */
    record BytesSet(Set<Bytes> values) implements Value {
        public BytesSet {
            values = nonEmpty(values);
        }

        @Override
        public ValueType type() {
            return ValueType.BYTES_SET;
        }

        @Override
        public int size() {
            return values.stream().mapToInt(Bytes::size).sum();
        }

        @Override
        public String toString() {
            return values.stream().map(Bytes::toString).collect(Collectors.joining(", ", "{", "}"));
        }
    }

    record ListOf(List<Value> values) implements Value {
        public ListOf {
            values = List.copyOf(values);
        }

        @Override
        public ValueType type() {
            return ValueType.LIST;
        }

        @Override
        public int size() {
            int size = Sizes.COLLECTION;
            for (Value value : values) {
                size += Sizes.ELEMENT + value.size();
            }
            return size;
        }

        @Override
        public String toString() {
            return values.toString();
        }
    }

    record MapOf(Map<String, Value> values) implements Value {
        public MapOf {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }

        @Override
        public ValueType type() {
            return ValueType.MAP;
        }

        @Override
        public int size() {
            int size = Sizes.COLLECTION;
            for (Map.Entry<String, Value> entry : values.entrySet()) {
                size += Sizes.ELEMENT
                        + Utf8.length(entry.getKey())
                        + entry.getValue().size();
            }
            return size;
        }

        @Override
        public String toString() {
            return Item.show(values.entrySet());
        }
    }
}
