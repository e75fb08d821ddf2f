package dev.varve.rollup;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something rows say of a component of the events. */
public interface Measure {

    /** Returns the component that is measured. */
    String field();

    /** Returns whether components that are stored like this can be measured. */
    boolean takes(ValueType type);

    /** Returns the attributes of a row that hold it. */
    List<String> attributes();

    /** Returns whether a row may have this attribute of it: one of {@link #attributes} unless names come from the events. */
    default boolean mayWrite(String attribute) {
        return attributes().contains(attribute);
    }

    /** Returns what it is, in a few words: rows that were written by another definition cannot be gone on with. */
    String definition();

    /** Begins with nothing measured. */
    Accumulator begin();

    /**
     * Returns whether two rows say the same, an attribute of which each function returns. Equal attributes do, and nothing
     * else, unless a measure that estimates knows better: its rows are the same when both can be of the same events.
     */
    default boolean isSame(Function<String, @Nullable Value> one, Function<String, @Nullable Value> other) {
        return attributes().stream()
                .allMatch(attribute -> Objects.equals(one.apply(attribute), other.apply(attribute)));
    }

    /**
     * Returns the attributes that a row should have and lacks, because no DynamoDB number can hold their values. The function
     * returns an attribute of the row.
     */
    default List<String> unstorable(Function<String, @Nullable Value> row) {
        return List.of();
    }

    /** What was measured so far; the order of events and of rows does not change what it comes to. */
    interface Accumulator {

        /** Measures the component of one more event. */
        void add(Value value, Value clock);

        /** Takes over what a row says, an attribute of which the function returns. */
        void merge(Function<String, @Nullable Value> row);

        /** Writes the attributes of a row. */
        void write(BiConsumer<String, Value> row);
    }
}
