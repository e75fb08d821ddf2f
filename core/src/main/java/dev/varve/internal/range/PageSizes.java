package dev.varve.internal.range;

/** Chooses how many items a request asks for, so that one reader holds a bounded number on every layout. */
final class PageSizes {

    /** A reader stops prefetching while it holds, or has requested, this many items. */
    static final int MAX_HELD_ITEMS = 16_384;

    /** A reader aims to hold at most this many bytes, estimated from the items it has seen. */
    static final int MAX_HELD_BYTES = 64 * 1024 * 1024;

    /** The most items in one request: with DynamoDB's pages of 1 MB, larger requests save nothing. */
    static final int MAX_ITEMS = 1_000;

    /** The number of items in the first request of a stream; later requests ask for more. */
    static final int FIRST_ITEMS = 64;

    /** The number of wanted items of a reader without a limit. */
    static final long ALL = Long.MAX_VALUE;

    /** The page size doubles at most this many times. */
    static final int MAX_DOUBLINGS = 10;

    private PageSizes() {}

    /**
     * Returns how many items to request from one slice.
     *
     * @param slices the number of slices in its step
     * @param wanted the number of items wanted from all slices together, or {@link #ALL}
     * @param doublings the number of pages or steps read before
     * @param itemBytes the estimated size of an item
     */
    static int of(int slices, long wanted, int doublings, int itemBytes) {
        // Half for the pages being consumed, half for prefetched pages.
        long held = MAX_HELD_ITEMS / (2L * slices);
        long heldBySize = MAX_HELD_BYTES / (2L * slices * Math.max(1, itemBytes));
        long useful = wanted == ALL
                ? (long) FIRST_ITEMS << Math.min(doublings, MAX_DOUBLINGS)
                : wanted <= 1 || slices == 1 ? wanted : share(wanted, slices);
        return (int) Math.max(1, Math.min(Math.min(held, heldBySize), Math.min(MAX_ITEMS, useful)));
    }

    /**
     * Returns one slice's share: shards are chosen by a hash, so one rarely has more than two deviations above the
     * mean.
     */
    private static long share(long wanted, int slices) {
        long mean = (wanted + slices - 1) / slices;
        return Math.min(wanted, mean + 2 * (long) Math.ceil(Math.sqrt((double) mean)));
    }
}
