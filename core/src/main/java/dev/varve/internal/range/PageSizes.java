package dev.varve.internal.range;

/** How many items a request asks for, so that what one reader holds stays bounded on every layout. */
final class PageSizes {

    /** One reader asks for nothing ahead of need while it holds, or has asked for, so many items. */
    static final int MAX_HELD_ITEMS = 16_384;

    /** One reader aims to hold no more than this, by the sizes of the items it has seen. */
    static final int MAX_HELD_BYTES = 64 * 1024 * 1024;

    /** A request asks for at most so many items: with DynamoDB's pages of 1 MB, larger ones save nothing. */
    static final int MAX_ITEMS = 1_000;

    /** The first request of a stream asks for so many items, the following ones for more and more. */
    static final int FIRST_ITEMS = 64;

    /** What a reader without a limit still wants. */
    static final long ALL = Long.MAX_VALUE;

    /** After so many pages, more of them do not make the next one larger. */
    static final int MAX_DOUBLINGS = 10;

    private PageSizes() {}

    /**
     * Returns how many items to ask one slice for.
     *
     * @param slices how many slices its step has
     * @param wanted how many items are wanted of all of them, or {@link #ALL}
     * @param doublings how many pages or steps were read before
     * @param itemBytes the size of an item, as far as known
     */
    static int of(int slices, long wanted, int doublings, int itemBytes) {
        // Half for the pages that are read, half for what is asked ahead.
        long held = MAX_HELD_ITEMS / (2L * slices);
        long heldBySize = MAX_HELD_BYTES / (2L * slices * Math.max(1, itemBytes));
        long useful = wanted == ALL
                ? (long) FIRST_ITEMS << Math.min(doublings, MAX_DOUBLINGS)
                : wanted <= 1 || slices == 1 ? wanted : share(wanted, slices);
        return (int) Math.max(1, Math.min(Math.min(held, heldBySize), Math.min(MAX_ITEMS, useful)));
    }

    /** Returns one slice's share: shards are chosen by a hash, so one rarely has more than two deviations above the mean. */
    private static long share(long wanted, int slices) {
        long mean = (wanted + slices - 1) / slices;
        return Math.min(wanted, mean + 2 * (long) Math.ceil(Math.sqrt((double) mean)));
    }
}
