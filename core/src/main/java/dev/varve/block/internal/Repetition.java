package dev.varve.block.internal;

import java.util.Arrays;

/** Counts different values. */
final class Repetition {

    private static final int SLOTS = 1 << 10;

    private Repetition() {}

    /** Returns whether values come again soon, often enough for a history to pay. */
    static boolean isCommon(long[] values) {
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
