package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import org.jspecify.annotations.Nullable;

/**
 * The sort keys that a query reads, one contiguous range. DynamoDB accepts one such condition per query;
 * {@code BETWEEN} includes both ends.
 */
public sealed interface SortCondition {

    /** Returns whether the query reads this sort key. */
    boolean test(Value sort);

    /** Returns the lower bound, or null if there is none. */
    @Nullable
    Value lowest();

    /** Returns the upper bound, or null if there is none or the condition is a prefix. */
    @Nullable
    Value highest();

    /** Returns the condition that accepts all sort keys. */
    static SortCondition any() {
        return Any.ANY;
    }

    /** All sort keys. */
    enum Any implements SortCondition {
        ANY;

        @Override
        public boolean test(Value sort) {
            return true;
        }

        @Override
        public @Nullable Value lowest() {
            return null;
        }

        @Override
        public @Nullable Value highest() {
            return null;
        }

        @Override
        public String toString() {
            return "any";
        }
    }

    /** Sort keys on one side of a value, or equal to it: every operator but {@code <>}. */
    record Compare(Condition.Operator operator, Value value) implements SortCondition {
        public Compare {
            if (operator == Condition.Operator.NOT_EQUAL) {
                throw new Rejected(
                        "query.sort-operator", "a sort key cannot be queried by <>: read the range and filter it");
            }
        }

        @Override
        public boolean test(Value sort) {
            return operator.test(sort, value);
        }

        @Override
        public @Nullable Value lowest() {
            return switch (operator) {
                case EQUAL, GREATER, AT_LEAST -> value;
                default -> null;
            };
        }

        @Override
        public @Nullable Value highest() {
            return switch (operator) {
                case EQUAL, LESS, AT_MOST -> value;
                default -> null;
            };
        }

        @Override
        public String toString() {
            return operator.symbol() + " " + value;
        }
    }

    /** Sort keys from {@code low} to {@code high}, both included. */
    record Between(Value low, Value high) implements SortCondition {
        public Between {
            Integer order = ValueOrder.compare(low, high);
            if (order == null || order > 0) {
                throw new Rejected(
                        "query.between",
                        "between needs two sort keys of one type, the lower first; given %s and %s"
                                .formatted(low, high));
            }
        }

        @Override
        public boolean test(Value sort) {
            return Condition.Operator.AT_LEAST.test(sort, low) && Condition.Operator.AT_MOST.test(sort, high);
        }

        @Override
        public Value lowest() {
            return low;
        }

        @Override
        public Value highest() {
            return high;
        }

        @Override
        public String toString() {
            return "BETWEEN " + low + " AND " + high;
        }
    }

    /** Sort keys that begin with a text or with bytes. */
    record BeginsWith(Value prefix) implements SortCondition {
        public BeginsWith {
            if (!(prefix instanceof Value.Text || prefix instanceof Bytes)) {
                throw new Rejected("query.begins-with", "beginsWith needs a text or bytes; given %s".formatted(prefix));
            }
        }

        @Override
        public boolean test(Value sort) {
            return ValueOrder.startsWith(sort, prefix);
        }

        @Override
        public Value lowest() {
            return prefix;
        }

        @Override
        public @Nullable Value highest() {
            return null;
        }

        @Override
        public String toString() {
            return "begins with " + prefix;
        }
    }
}
