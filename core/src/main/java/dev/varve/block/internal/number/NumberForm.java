package dev.varve.block.internal.number;

/** How doubles are made of integers. */
interface NumberForm {

    /** Writes the doubles of the first {@code count} numbers after {@code from} to the places of an array from {@code to} on. */
    void convert(long[] numbers, int from, int count, double[] values, int to);
}
