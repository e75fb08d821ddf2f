package dev.varve.rollup.internal.definition;

import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import java.util.List;
import java.util.function.BiConsumer;

/** An accumulator that can add a component of many events at once. */
public interface ColumnAccumulator extends Measure.Accumulator {

    /**
     * Adds a component of events; returns false, without adding anything, if its columns need one event at a time. The result
     * is the same as that of adding them one by one.
     */
    boolean addAll(List<EventColumn> columns, EventRange range);

    /** Writes what {@link #merge} reads. What is derived from it, such as an average, may be left out. */
    default void writeMergeable(BiConsumer<String, Value> row) {
        write(row);
    }

    /** Writes what another accumulator merges. */
    static void writeMergeable(Measure.Accumulator accumulator, BiConsumer<String, Value> row) {
        if (accumulator instanceof ColumnAccumulator fast) {
            fast.writeMergeable(row);
        } else {
            accumulator.write(row);
        }
    }

    /** Adds a component of events to an accumulator, one by one if necessary. */
    static void add(Measure.Accumulator accumulator, List<EventColumn> columns, EventRange range) {
        if (accumulator instanceof ColumnAccumulator fast && fast.addAll(columns, range)) {
            return;
        }
        for (int event = range.from(); event < range.to(); event++) {
            Value value = EventColumns.value(columns, event);
            if (value != null) {
                accumulator.add(value, range.events().clock(event));
            }
        }
    }
}
