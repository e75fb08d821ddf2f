package dev.varve.block.internal.bytes;

import java.util.Arrays;

/** Collects a sequence in an array. */
public final class LongArray implements LongSink {

    private final long[] values;
    private int next;

    public LongArray(int count) {
        this.values = new long[count];
    }

    @Override
    public void take(long[] numbers, int from, int count) {
        System.arraycopy(numbers, from, values, next, count);
        next += count;
    }

    @Override
    public void repeat(long number, int count) {
        Arrays.fill(values, next, next + count, number);
        next += count;
    }

    /** Returns the array itself. */
    public long[] values() {
        return values;
    }
}
