package dev.varve.key.internal;

import dev.varve.key.TimeRange;
import java.util.List;

/**
 * One step of a plan: a time range inside one bucket, with one slice for each shard.
 *
 * <p>No two slices of a step contain the same sort key, and each is sorted by the clock: merging them by sort key
 * returns the events of the step in order.
 *
 * @param ordinal identifies this step in its plan; it grows with time and is stable for page tokens
 * @param range the clocks of this step
 * @param slices one slice for each shard, in order
 */
public record RangeStep(long ordinal, TimeRange range, List<PartitionSlice> slices) {

    public RangeStep {
        slices = List.copyOf(slices);
    }
}
