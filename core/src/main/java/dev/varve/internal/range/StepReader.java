package dev.varve.internal.range;

import dev.varve.table.Query.Order;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the slices of one step by sort key, and by shard where these are equal. */
final class StepReader {

    private final long ordinal;
    private final List<SliceReader> slices;
    private final List<SliceReader> waiting;
    private final TournamentTree heads;
    private boolean hasTurned;
    private boolean hasGiven;

    StepReader(long ordinal, Order order, List<SliceReader> slices) {
        this.ordinal = ordinal;
        this.slices = slices;
        this.waiting = new ArrayList<>(slices);
        this.heads = new TournamentTree(slices, order);
    }

    long ordinal() {
        return ordinal;
    }

    List<SliceReader> slices() {
        return slices;
    }

    /** Takes what has arrived; returns whether every slice shows its next item or its end, so that one can be chosen. */
    boolean settle() {
        if (!waiting.isEmpty()) {
            waiting.removeIf(this::isSettled);
        }
        return waiting.isEmpty();
    }

    private boolean isSettled(SliceReader slice) {
        hasTurned |= slice.turn();
        if (slice.hasItem()) {
            heads.moved(slice);
        }
        return slice.hasItem() || slice.isFinished();
    }

    /** Returns whether a page was turned since this was last asked. */
    boolean hasTurned() {
        boolean turned = hasTurned;
        hasTurned = false;
        return turned;
    }

    /** Returns the slice with the next item, or null where the step ends; a settled step only. */
    @Nullable
    SliceReader next() {
        SliceReader first = heads.first();
        hasGiven |= first != null;
        return first;
    }

    /** Takes note that the item of a slice was taken. */
    void taken(SliceReader slice) {
        heads.moved(slice);
        if (!slice.hasItem() && !slice.isFinished()) {
            waiting.add(slice);
        }
    }

    boolean hasGiven() {
        return hasGiven;
    }

    boolean isFinished() {
        return heads.first() == null && waiting.stream().allMatch(SliceReader::isFinished);
    }
}
