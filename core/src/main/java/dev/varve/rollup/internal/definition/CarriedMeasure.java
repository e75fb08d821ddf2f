package dev.varve.rollup.internal.definition;

import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A measure that also depends on the last reading before a bucket. A stored row holds the part between the readings of its
 * bucket, which its own events determine; a read adds the rest. Rows of groups do not have it.
 */
public interface CarriedMeasure extends Measure {

    /** Returns a new, empty accumulator that reads clocks with this function. */
    Accumulator begin(Function<Value, Instant> clocks);

    /** Returns how long a reading counts for readings and buckets after it. */
    Duration reach();

    /** Returns the last reading of a row, or null if it has none. */
    @Nullable
    CarriedReading last(Function<String, @Nullable Value> row);

    /** Returns whether a bucket without readings that begins at an instant has a value from an earlier reading. */
    boolean holds(CarriedReading before, Instant start);

    /**
     * Writes what a row has when it is read.
     *
     * @param before the last reading before the bucket, or null if it is not known
     */
    void complete(
            Function<String, @Nullable Value> row,
            @Nullable CarriedReading before,
            Elapsed elapsed,
            BiConsumer<String, Value> read);
}
