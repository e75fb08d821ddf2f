package dev.varve.block.internal.number;

import dev.varve.block.internal.bytes.LongSink;

/** Moves doubles by units of the last place. */
final class Corrections implements LongSink {

    private final double[] values;
    private int next;

    /** Takes one correction for each of the values, which are changed in place. */
    Corrections(double[] values) {
        this.values = values;
    }

    @Override
    public void take(long[] numbers, int from, int count) {
        for (int i = 0; i < count; i++) {
            values[next + i] = DoubleBits.value(DoubleBits.ordered(values[next + i]) + numbers[from + i]);
        }
        next += count;
    }

    @Override
    public void repeat(long number, int count) {
        for (int i = next; i < next + count; i++) {
            values[i] = DoubleBits.value(DoubleBits.ordered(values[i]) + number);
        }
        next += count;
    }
}
