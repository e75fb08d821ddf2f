package dev.varve.internal.range;

import dev.varve.item.ValueOrder;
import dev.varve.table.Query.Order;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the slice with the next item by comparing slices in pairs, then the winners in pairs, up to one. After a slice
 * moves on, only its path to the root is compared again: log2(n) comparisons, where a heap would need up to three times
 * as many.
 */
final class TournamentTree {

    private static final int NONE = -1;

    private final List<SliceReader> slices;
    private final int sign;
    // Node 1 is the root, nodes 2n and 2n + 1 are the children of node n, and the last half are the slices themselves.
    private final int[] winners;

    TournamentTree(List<SliceReader> slices, Order order) {
        this.slices = slices;
        this.sign = order == Order.ASCENDING ? 1 : -1;
        int leaves = Math.max(1, Integer.highestOneBit(2 * slices.size() - 1));
        this.winners = new int[2 * leaves];
        Arrays.fill(winners, NONE);
    }

    /** Returns the slice with the next item, or null if no slice has an item. */
    @Nullable
    SliceReader first() {
        return winners[1] == NONE ? null : slices.get(winners[1]);
    }

    /** Updates the tree after the current item of a slice has changed. */
    void moved(SliceReader slice) {
        int number = slice == first() ? winners[1] : slices.indexOf(slice);
        int node = winners.length / 2 + number;
        winners[node] = slice.hasItem() ? number : NONE;
        for (node /= 2; node > 0; node /= 2) {
            winners[node] = winner(winners[2 * node], winners[2 * node + 1]);
        }
    }

    /** Returns the slice whose item comes first: by sort key, and by shard where sort keys are equal. */
    private int winner(int one, int other) {
        if (one == NONE || other == NONE) {
            return one == NONE ? other : one;
        }
        SliceReader a = slices.get(one);
        SliceReader b = slices.get(other);
        int order = ValueOrder.compareKeys(a.sort(), b.sort());
        return sign * (order != 0 ? order : Integer.compare(a.shard(), b.shard())) <= 0 ? one : other;
    }
}
