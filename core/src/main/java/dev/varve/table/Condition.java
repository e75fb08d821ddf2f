package dev.varve.table;

import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueOrder;
import dev.varve.item.ValueType;
import dev.varve.table.internal.ConditionPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A predicate on items, used as the condition of a write and as the filter of a read. Conditions are built from
 * {@link AttributePath#attr}, for example {@code attr("level").is("ERROR").and(attr("at").from("2026"))}.
 *
 * <p>An item that is absent or expired is tested as the empty item.
 */
public sealed interface Condition {

    /** Returns whether the item satisfies this condition. */
    boolean test(Item item);

    /** Visits every attribute path of this condition. */
    default void paths(Consumer<AttributePath> visitor) {
        ConditionPaths.visit(this, visitor);
    }

    /** Returns the condition that always holds. */
    static Condition always() {
        return Always.ALWAYS;
    }

    /** Returns the condition that holds if both hold. */
    default Condition and(Condition other) {
        if (this == Always.ALWAYS) {
            return other;
        }
        if (other == Always.ALWAYS) {
            return this;
        }
        return new And(this instanceof And and ? joined(and.all(), other) : List.of(this, other));
    }

    /** Returns the condition that holds if one of them holds. */
    default Condition or(Condition other) {
        return new Or(this instanceof Or or ? joined(or.any(), other) : List.of(this, other));
    }

    /** Returns the condition that holds if this one does not. */
    default Condition not() {
        return new Not(this);
    }

    private static List<Condition> joined(List<Condition> conditions, Condition last) {
        List<Condition> joined = new ArrayList<>(conditions);
        joined.add(last);
        return joined;
    }

    /** A comparison of two values; values of different types are never equal, less or greater. */
    enum Operator {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">=");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }

        boolean test(@Nullable Value left, @Nullable Value right) {
            if (this == NOT_EQUAL) {
                return left == null || right == null || !left.equals(right);
            }
            if (left == null || right == null) {
                return false;
            }
            if (this == EQUAL) {
                return left.equals(right);
            }
            Integer order = ValueOrder.compare(left, right);
            if (order == null) {
                return false;
            }
            return switch (this) {
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                default -> order >= 0;
            };
        }
    }

    /** The condition that always holds. */
    enum Always implements Condition {
        ALWAYS;

        @Override
        public boolean test(Item item) {
            return true;
        }

        @Override
        public String toString() {
            return "always";
        }
    }

    record Compare(Operand left, Operator operator, Operand right) implements Condition {
        public Compare {
            requireDistinct(left, right, operator.symbol());
            if (operator != Operator.EQUAL && operator != Operator.NOT_EQUAL) {
                requireOrdered(left, operator.symbol());
                requireOrdered(right, operator.symbol());
            }
        }

        @Override
        public boolean test(Item item) {
            return operator.test(left.in(item), right.in(item));
        }

        @Override
        public String toString() {
            return left + " " + operator.symbol() + " " + right;
        }
    }

    record Between(Operand operand, Operand low, Operand high) implements Condition {
        public Between {
            requireDistinct(operand, low, "BETWEEN");
            requireDistinct(operand, high, "BETWEEN");
            requireOrdered(low, "BETWEEN");
            requireOrdered(high, "BETWEEN");
            if (low instanceof Operand.Literal from && high instanceof Operand.Literal to) {
                Integer order = ValueOrder.compare(from.value(), to.value());
                if (order == null || order > 0) {
                    throw new Rejected(
                            "condition.between",
                            "between needs two bounds of one type, the lower first; given %s and %s"
                                    .formatted(low, high));
                }
            }
        }

        @Override
        public boolean test(Item item) {
            Value value = operand.in(item);
            return Operator.AT_LEAST.test(value, low.in(item)) && Operator.AT_MOST.test(value, high.in(item));
        }

        @Override
        public String toString() {
            return operand + " BETWEEN " + low + " AND " + high;
        }
    }

    record In(Operand operand, List<Value> values) implements Condition {
        public In {
            values = List.copyOf(values);
            if (values.isEmpty() || values.size() > Limits.MAX_IN_VALUES) {
                throw new Rejected(
                        "condition.in",
                        "in takes 1 to %s values; given %s".formatted(Limits.MAX_IN_VALUES, values.size()));
            }
        }

        @Override
        public boolean test(Item item) {
            Value value = operand.in(item);
            return value != null && values.contains(value);
        }

        @Override
        public String toString() {
            return operand + " IN " + values;
        }
    }

    record Exists(AttributePath path) implements Condition {
        @Override
        public boolean test(Item item) {
            return path.in(item) != null;
        }

        @Override
        public String toString() {
            return path + " exists";
        }
    }

    record Absent(AttributePath path) implements Condition {
        @Override
        public boolean test(Item item) {
            return path.in(item) == null;
        }

        @Override
        public String toString() {
            return path + " is absent";
        }
    }

    record HasType(AttributePath path, ValueType type) implements Condition {
        @Override
        public boolean test(Item item) {
            Value value = path.in(item);
            return value != null && value.type() == type;
        }

        @Override
        public String toString() {
            return path + " is of type " + type;
        }
    }

    record BeginsWith(AttributePath path, Value prefix) implements Condition {
        public BeginsWith {
            if (!(prefix instanceof Value.Text || prefix instanceof Bytes)) {
                throw new Rejected(
                        "condition.begins-with", "beginsWith needs a text or bytes; given %s".formatted(prefix));
            }
        }

        @Override
        public boolean test(Item item) {
            return ValueOrder.startsWith(path.in(item), prefix);
        }

        @Override
        public String toString() {
            return path + " begins with " + prefix;
        }
    }

    record Contains(AttributePath path, Value part) implements Condition {
        @Override
        public boolean test(Item item) {
            Value value = path.in(item);
            if (value instanceof Value.Text text) {
                return part instanceof Value.Text sub && text.value().contains(sub.value());
            } else if (value instanceof Bytes bytes) {
                return part instanceof Bytes sub && bytes.contains(sub);
            } else if (value instanceof Value.TextSet set) {
                return part instanceof Value.Text element && set.values().contains(element.value());
            } else if (value instanceof Value.NumSet set) {
                return part instanceof Num element && set.values().contains(element);
            } else if (value instanceof Value.BytesSet set) {
                return part instanceof Bytes element && set.values().contains(element);
            }
            return value instanceof Value.ListOf list && list.values().contains(part);
        }

        @Override
        public String toString() {
            return path + " contains " + part;
        }
    }

    record And(List<Condition> all) implements Condition {
        public And {
            all = List.copyOf(all);
        }

        @Override
        public boolean test(Item item) {
            for (Condition condition : all) {
                if (!condition.test(item)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return all.stream().map(Condition::toString).collect(Collectors.joining(" AND ", "(", ")"));
        }
    }

    record Or(List<Condition> any) implements Condition {
        public Or {
            any = List.copyOf(any);
        }

        @Override
        public boolean test(Item item) {
            for (Condition condition : any) {
                if (condition.test(item)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return any.stream().map(Condition::toString).collect(Collectors.joining(" OR ", "(", ")"));
        }
    }

    record Not(Condition condition) implements Condition {
        @Override
        public boolean test(Item item) {
            return !condition.test(item);
        }

        @Override
        public String toString() {
            return "NOT (" + condition + ")";
        }
    }

    /**
     * A comparison with objects whose stored value depends on the record, such as an {@code Instant} or an enum. A
     * series or an entity replaces the objects with stored values; a table rejects the condition
     * ({@code condition.no-stored-form}).
     */
    record OfRecord(Operand operand, Test test, List<Object> objects) implements Condition {

        /** The comparison of the operand with the objects. */
        public enum Test {
            EQUAL,
            NOT_EQUAL,
            LESS,
            AT_MOST,
            GREATER,
            AT_LEAST,
            BETWEEN,
            IN,
            CONTAINS
        }

        public OfRecord {
            objects = List.copyOf(objects);
        }

        @Override
        public boolean test(Item item) {
            throw unresolved();
        }

        /** Returns the error for a table that cannot evaluate this condition. */
        public Rejected unresolved() {
            return new Rejected(
                    "condition.no-stored-form",
                    "a table does not know how %s is stored: use a series or an entity, or compare with the stored value"
                            .formatted(this));
        }

        @Override
        public String toString() {
            return operand + " " + test + " " + objects;
        }
    }

    private static void requireDistinct(Operand left, Operand right, String operator) {
        if (left instanceof AttributePath && left.equals(right)) {
            throw new Rejected(
                    "condition.same-operand",
                    "%s compares \"%s\" with itself: name another attribute or a value".formatted(operator, left));
        }
    }

    private static void requireOrdered(Operand operand, String operator) {
        if (operand instanceof Operand.Literal literal && !ValueOrder.isOrdered(literal.value())) {
            throw new Rejected(
                    "condition.not-ordered",
                    "%s compares texts, numbers and bytes; %s is %s"
                            .formatted(operator, literal, literal.value().type()));
        }
    }
}
