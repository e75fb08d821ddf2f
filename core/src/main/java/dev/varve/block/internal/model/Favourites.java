package dev.varve.block.internal.model;

/** The values that came most often, the most frequent first. */
final class Favourites {

    private static final int PLACES = 8;

    /** A value is a favourite when it came this often. */
    private static final int OFTEN = 2;

    private final long[] values = new long[PLACES];
    private final int[] counts = new int[PLACES];

    /** Returns whether there is a value at this place. */
    boolean has(int place) {
        return counts[place] >= OFTEN;
    }

    long value(int place) {
        return values[place];
    }

    /** Counts a value; a new one takes the last place. */
    void add(long value) {
        int at = 0;
        while (at < PLACES - 1 && (counts[at] == 0 || values[at] != value)) {
            at++;
        }
        if (values[at] != value || counts[at] == 0) {
            values[at] = value;
            counts[at] = 0;
        }
        int count = counts[at] + 1;
        while (at > 0 && counts[at - 1] < count) {
            values[at] = values[at - 1];
            counts[at] = counts[at - 1];
            at--;
        }
        values[at] = value;
        counts[at] = count;
    }
}
