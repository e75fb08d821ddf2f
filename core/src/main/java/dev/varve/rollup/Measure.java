package dev.varve.rollup;

import dev.varve.item.Value;
import dev.varve.item.ValueType;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A measure of one component of the events, kept in rows. */
public interface Measure {

    /** Returns the component that is measured. */
    String field();

    /** Returns whether components of this stored type can be measured. */
    boolean takes(ValueType type);

    /** Returns the attributes of a row that hold the measure. */
    List<String> attributes();

    /**
     * Returns whether this measure may write an attribute. By default, one of {@link #attributes}; names may also come
     * from events.
     */
    default boolean mayWrite(String attribute) {
        return attributes().contains(attribute);
    }

    /** Returns a short text that identifies the measure. Stored rows of another definition cannot be continued. */
    String definition();

    /** Returns a new, empty accumulator. */
    Accumulator begin();

    /**
     * Returns whether two rows have the same values. The functions return an attribute of each row. By default, all
     * attributes must be equal. A measure that estimates may accept rows that can come from the same events.
     */
    default boolean isSame(Function<String, @Nullable Value> one, Function<String, @Nullable Value> other) {
        return attributes().stream()
                .allMatch(attribute -> Objects.equals(one.apply(attribute), other.apply(attribute)));
    }

    /**
     * Returns the attributes that a row lacks because no DynamoDB number can hold their values. The function returns an
     * attribute of the row.
     */
    default List<String> unstorable(Function<String, @Nullable Value> row) {
        return List.of();
    }

    /** The state of a measure while a row is computed. The result does not depend on the order of events or rows. */
    interface Accumulator {

        /** Adds the component of one event. */
        void add(Value value, Value clock);

        /** Adds a row; the function returns an attribute of it. */
        void merge(Function<String, @Nullable Value> row);

        /** Writes the attributes of a row. */
        void write(BiConsumer<String, Value> row);
    }
}
