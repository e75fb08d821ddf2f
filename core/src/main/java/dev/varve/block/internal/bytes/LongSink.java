package dev.varve.block.internal.bytes;

/** Takes the numbers of a sequence in their order, many at a time. */
public interface LongSink {

    /** Takes {@code count} numbers of an array, which may change afterwards. */
    void take(long[] numbers, int from, int count);

    /**
     * Takes numbers that are given by their differences, zigzagged, of which the first is that to {@code before}; returns the
     * last number. The array is overwritten.
     */
    default long addUp(long[] differences, int count, long before) {
        long last = before;
        for (int i = 0; i < count; i++) {
            last += ByteWriter.unzigzag(differences[i]);
            differences[i] = last;
        }
        take(differences, 0, count);
        return last;
    }

    /** Takes the same number {@code count} times. */
    void repeat(long number, int count);
}
