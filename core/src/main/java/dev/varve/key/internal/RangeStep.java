package dev.varve.key.internal;

import dev.varve.key.TimeRange;
import java.util.List;

/**
 * One step of a plan: a stretch of time that lies in one bucket, with one slice for each shard of it.
 *
 * <p>No two slices of a step hold the same sort key, and each is sorted by the clock: merging them by sort key gives the
 * events of the stretch in order.
 *
 * @param ordinal names this step inside its plan; it grows with time and is stable for a page token
 * @param range the clocks this step holds
 * @param slices one slice for each shard, in the order of the shards
 */
public record RangeStep(long ordinal, TimeRange range, List<PartitionSlice> slices) {

    public RangeStep {
        slices = List.copyOf(slices);
    }
}
