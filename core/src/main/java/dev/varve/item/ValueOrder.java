package dev.varve.item;

import org.jspecify.annotations.Nullable;

/** DynamoDB's order of values: texts by UTF-8 bytes, numbers by value, bytes as unsigned; other types have no order. */
public final class ValueOrder {

    private ValueOrder() {}

    /** Returns whether values of this type have an order: texts, numbers and bytes. */
    public static boolean isOrdered(Value value) {
        return value instanceof Value.Text || value instanceof Num || value instanceof Bytes;
    }

    /** Compares two values; returns null if their types differ or have no order. */
    public static @Nullable Integer compare(@Nullable Value left, @Nullable Value right) {
        if (left instanceof Value.Text a && right instanceof Value.Text b) {
            return a.compareTo(b);
        } else if (left instanceof Num a && right instanceof Num b) {
            return a.compareTo(b);
        } else if (left instanceof Bytes a && right instanceof Bytes b) {
            return a.compareTo(b);
        }
        return null;
    }

    /** Compares key values of one type; null, a missing sort key, comes first. */
    public static int compareKeys(@Nullable Value left, @Nullable Value right) {
        if (left instanceof Value.Text a && right instanceof Value.Text b) {
            return a.compareTo(b);
        }
        Integer order = compare(left, right);
        if (order != null) {
            return order;
        }
        if (left == null || right == null) {
            return Boolean.compare(left != null, right != null);
        }
        return left.type().compareTo(right.type());
    }

    /** Returns whether a text or bytes value begins with a prefix of the same type. */
    public static boolean startsWith(@Nullable Value value, Value prefix) {
        if (value instanceof Value.Text text && prefix instanceof Value.Text start) {
            return text.value().startsWith(start.value());
        }
        return value instanceof Bytes bytes && prefix instanceof Bytes start && bytes.startsWith(start);
    }
}
