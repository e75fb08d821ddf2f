package dev.varve.table;

import dev.varve.error.UnsupportedValue;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One side of a comparison: an attribute path, the size of the value there, or a fixed value.
 *
 * <p>Texts, numbers, booleans and bytes are compared directly with the stored value. Any other object, such as an
 * {@code Instant} or an enum, is first converted to the stored format of the record's component. Only a series or an
 * entity knows that format; a table rejects such a condition.
 */
public sealed interface Operand permits AttributePath, Operand.Literal, Operand.SizeOf {

    /** Returns the operand's value in this item, or null if there is none. */
    @Nullable
    Value in(Item item);

    private static Operand operand(Object object) {
        return object instanceof Operand operand ? operand : new Literal(Value.of(object));
    }

    /** Returns whether an object can be compared directly: another operand, or an object with a DynamoDB type. */
    static boolean isStored(Object object) {
        if (object instanceof Operand) {
            return true;
        }
        try {
            Value.of(object);
            return true;
        } catch (UnsupportedValue component) {
            return false;
        }
    }

    private Condition compare(Condition.Operator operator, Object other) {
        return isStored(other)
                ? new Condition.Compare(this, operator, operand(other))
                : new Condition.OfRecord(this, Condition.OfRecord.Test.valueOf(operator.name()), List.of(other));
    }

    /** Holds if the value equals this. */
    default Condition is(Object other) {
        return compare(Condition.Operator.EQUAL, other);
    }

    /** Holds if the value differs from this, or is absent. */
    default Condition isNot(Object other) {
        return compare(Condition.Operator.NOT_EQUAL, other);
    }

    /** Holds if the value is less than this. */
    default Condition before(Object other) {
        return compare(Condition.Operator.LESS, other);
    }

    /** Holds if the value is less than or equal to this. */
    default Condition upTo(Object other) {
        return compare(Condition.Operator.AT_MOST, other);
    }

    /** Holds if the value is greater than this. */
    default Condition after(Object other) {
        return compare(Condition.Operator.GREATER, other);
    }

    /** Holds if the value is greater than or equal to this. */
    default Condition from(Object other) {
        return compare(Condition.Operator.AT_LEAST, other);
    }

    /** Holds if the value is between the two, both included. */
    default Condition between(Object low, Object high) {
        return isStored(low) && isStored(high)
                ? new Condition.Between(this, operand(low), operand(high))
                : new Condition.OfRecord(this, Condition.OfRecord.Test.BETWEEN, List.of(low, high));
    }

    /** Holds if the value equals one of these. */
    default Condition in(Object... values) {
        return Arrays.stream(values).allMatch(Operand::isStored)
                ? new Condition.In(this, Arrays.stream(values).map(Value::of).toList())
                : new Condition.OfRecord(this, Condition.OfRecord.Test.IN, List.of(values));
    }

    /** A fixed value. */
    record Literal(Value value) implements Operand {
        @Override
        public Value in(Item item) {
            return value;
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** The size of the value at a path. */
    record SizeOf(AttributePath path) implements Operand {
        @Override
        public @Nullable Value in(Item item) {
            Value value = path.in(item);
            return value == null ? null : sizeOf(value);
        }

        private static @Nullable Value sizeOf(Value value) {
            if (value instanceof Value.Text text) {
                // DynamoDB counts UTF-16 units here, although it bills and sorts UTF-8 bytes.
                return Num.of(text.value().length());
            } else if (value instanceof Bytes bytes) {
                return Num.of(bytes.length());
            } else if (value instanceof Value.TextSet set) {
                return Num.of(set.values().size());
            } else if (value instanceof Value.NumSet set) {
                return Num.of(set.values().size());
            } else if (value instanceof Value.BytesSet set) {
                return Num.of(set.values().size());
            } else if (value instanceof Value.ListOf list) {
                return Num.of(list.values().size());
            } else if (value instanceof Value.MapOf map) {
                return Num.of(map.values().size());
            }
            return null;
        }

        @Override
        public String toString() {
            return "size(" + path + ")";
        }
    }
}
