package dev.varve.internal.range;

import dev.varve.table.Query.Order;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the slices of one step by sort key, and by shard where sort keys are equal. */
final class StepReader {

    private final long ordinal;
    private final List<SliceReader> slices;
    private final List<SliceReader> waiting;
    private final TournamentTree heads;
    private boolean hasNewPage;
    private boolean hasReturnedItems;

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

    /**
     * Processes the responses that have arrived; returns whether every slice has an item or has ended, so that merging
     * can continue.
     */
    boolean settle() {
        if (!waiting.isEmpty()) {
            waiting.removeIf(this::isSettled);
        }
        return waiting.isEmpty();
    }

    private boolean isSettled(SliceReader slice) {
        hasNewPage |= slice.nextPage();
        if (slice.hasItem()) {
            heads.moved(slice);
        }
        return slice.hasItem() || slice.isFinished();
    }

    /** Returns whether a slice moved to a new page since the last call. */
    boolean hasNewPage() {
        boolean turned = hasNewPage;
        hasNewPage = false;
        return turned;
    }

    /**
     * Returns the slice with the next item, or null at the end of the step; {@link #settle} must have returned true.
     */
    @Nullable
    SliceReader next() {
        SliceReader first = heads.first();
        hasReturnedItems |= first != null;
        return first;
    }

    /** Records that the item of a slice was taken. */
    void taken(SliceReader slice) {
        heads.moved(slice);
        if (!slice.hasItem() && !slice.isFinished()) {
            waiting.add(slice);
        }
    }

    boolean hasReturnedItems() {
        return hasReturnedItems;
    }

    boolean isFinished() {
        return heads.first() == null && waiting.stream().allMatch(SliceReader::isFinished);
    }
}
