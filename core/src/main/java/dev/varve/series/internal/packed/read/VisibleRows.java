package dev.varve.series.internal.packed.read;

import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.block.BlockTable;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.follow.OtherWriters;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.series.internal.packed.step.StepLoop;
import dev.varve.table.Table;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a packed series that readers see: those in blocks, and those in memory.
 *
 * @param loop reads buckets again that other processes have written
 * @param others the rows of other processes
 */
public record VisibleRows(PackedState state, StepLoop loop, OtherWriters others) {

    BlockTable blocks() {
        return state.blocks();
    }

    BlockLayout layout() {
        return state.layout();
    }

    /** Returns the table of the blocks. */
    Table stored() {
        return state.blocks().table();
    }

    RowItems items() {
        return state.items();
    }

    RowMemory memory() {
        return state.memory();
    }

    Instant now() {
        return state.now();
    }

    boolean isOnlyWriter() {
        return state.isOnlyWriter();
    }

    /** Reads a bucket again, which another process has written. */
    CompletableFuture<Void> refresh(BlockLoader.BucketPlace place) {
        return loop.refresh(place);
    }

    /** Returns whether an eventually consistent read of blocks may miss rows of other processes that readers have seen. */
    boolean mustReadConsistently() {
        return others.mustReadConsistently();
    }
}
