package dev.varve.block.internal;

import java.util.Arrays;

/** Counts different values. */
final class Repetition {

    private Repetition() {}

    /** Returns whether values come again often enough for a history to pay. */
    static boolean isCommon(long[] values) {
        return distinct(values).length * 10L < values.length * 8L;
    }

    /** Returns the different values in order of size. */
    static long[] distinct(long[] values) {
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
