package dev.varve.core.range;

import dev.varve.core.table.Ordering;
import dev.varve.core.table.Query.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges the slices of one step by sort key, and by shard where these are equal. */
final class StepReader {

    private static final Comparator<SliceReader> BY_HEAD = (a, b) -> {
        int order = Ordering.compareKeys(a.sort(), b.sort());
        return order != 0 ? order : Integer.compare(a.shard(), b.shard());
    };

    private final long ordinal;
    private final List<SliceReader> slices;
    private final List<SliceReader> waiting;
    private final PriorityQueue<SliceReader> heads;
    private boolean hasTurned;
    private boolean hasGiven;

    StepReader(long ordinal, Order order, List<SliceReader> slices) {
        this.ordinal = ordinal;
        this.slices = slices;
        this.waiting = new ArrayList<>(slices);
        this.heads = new PriorityQueue<>(
                Math.max(1, slices.size()), order == Order.ASCENDING ? BY_HEAD : BY_HEAD.reversed());
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
            heads.add(slice);
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
    SliceReader poll() {
        SliceReader first = heads.poll();
        hasGiven |= first != null;
        return first;
    }

    /** Takes a slice back after its item was taken. */
    void giveBack(SliceReader slice) {
        if (slice.hasItem()) {
            heads.add(slice);
        } else if (!slice.isFinished()) {
            waiting.add(slice);
        }
    }

    boolean hasGiven() {
        return hasGiven;
    }

    boolean isFinished() {
        return heads.isEmpty() && waiting.stream().allMatch(SliceReader::isFinished);
    }
}
