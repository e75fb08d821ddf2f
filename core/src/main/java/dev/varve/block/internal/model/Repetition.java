package dev.varve.block.internal.model;

import java.util.Arrays;

/** Counts different values. */
public final class Repetition {

    private static final int SLOTS = 1 << 10;
    private static final int FAVOURITES = 4;

    private Repetition() {}

    /** Returns which values of the past are worth asking for. */
    static ValueModel.Memory memory(long[] values) {
        if (!isCommon(values)) {
            return ValueModel.Memory.NONE;
        }
        // Favourites pay if they are many of the values that are not the last one again.
        Favourites favourites = new Favourites();
        int changes = 0;
        int found = 0;
        for (int i = 1; i < values.length; i++) {
            if (values[i] != values[i - 1]) {
                changes++;
                for (int place = 0; place < FAVOURITES && favourites.has(place); place++) {
                    found += favourites.value(place) == values[i] ? 1 : 0;
                }
            }
            favourites.add(values[i]);
        }
        return found * 3 > changes ? ValueModel.Memory.FAVOURITES : ValueModel.Memory.FOLLOWERS;
    }

    /** Returns whether values come again soon. */
    public static boolean isCommon(long[] values) {
        long[] recent = new long[SLOTS];
        int again = 0;
        for (long value : values) {
            int slot = (int) (value * 0x9E3779B97F4A7C15L >>> 54);
            again += recent[slot] == value ? 1 : 0;
            recent[slot] = value;
        }
        return again * 8L > values.length;
    }

    /** Returns the different values in order of size. */
    public static long[] distinct(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int size = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                sorted[size++] = sorted[i];
            }
        }
        return Arrays.copyOf(sorted, size);
    }
}
