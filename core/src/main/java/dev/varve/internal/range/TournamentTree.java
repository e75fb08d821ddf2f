package dev.varve.internal.range;

import dev.varve.engine.support.ValueOrder;
import dev.varve.table.Query.Order;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the slice with the next item: slices meet in pairs, the winners of these in pairs, up to one. Whoever has moved
 * on plays again only on its own way up, a game for each doubling of the slices; a queue would need up to three.
 */
final class TournamentTree {

    private static final int NOBODY = -1;

    private final List<SliceReader> slices;
    private final int sign;
    // Node 1 is the final, nodes 2n and 2n + 1 decide who comes to node n, and the last half are the slices themselves.
    private final int[] winners;

    TournamentTree(List<SliceReader> slices, Order order) {
        this.slices = slices;
        this.sign = order == Order.ASCENDING ? 1 : -1;
        int leaves = Math.max(1, Integer.highestOneBit(2 * slices.size() - 1));
        this.winners = new int[2 * leaves];
        Arrays.fill(winners, NOBODY);
    }

    /** Returns the slice with the next item, or null where none shows one. */
    @Nullable
    SliceReader first() {
        return winners[1] == NOBODY ? null : slices.get(winners[1]);
    }

    /** Takes note that a slice shows another item, its first one, or none any more. */
    void moved(SliceReader slice) {
        int number = slice == first() ? winners[1] : slices.indexOf(slice);
        int node = winners.length / 2 + number;
        winners[node] = slice.hasItem() ? number : NOBODY;
        for (node /= 2; node > 0; node /= 2) {
            winners[node] = winner(winners[2 * node], winners[2 * node + 1]);
        }
    }

    /** Returns which comes first: by sort key, and by shard where these are equal. */
    private int winner(int one, int other) {
        if (one == NOBODY || other == NOBODY) {
            return one == NOBODY ? other : one;
        }
        SliceReader a = slices.get(one);
        SliceReader b = slices.get(other);
        int order = ValueOrder.compareKeys(a.sort(), b.sort());
        return sign * (order != 0 ? order : Integer.compare(a.shard(), b.shard())) <= 0 ? one : other;
    }
}
