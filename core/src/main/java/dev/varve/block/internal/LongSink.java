package dev.varve.block.internal;

/** Takes the numbers of a sequence in their order, many at a time. */
interface LongSink {

    /** Takes {@code count} numbers of an array, which may change afterwards. */
    void take(long[] numbers, int from, int count);

    /** Takes the same number {@code count} times. */
    void repeat(long number, int count);
}
