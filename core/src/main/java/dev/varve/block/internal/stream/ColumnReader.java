package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.LongArray;
import dev.varve.block.internal.bytes.LongSink;

/** Reads what a {@link ColumnWriter} wrote. */
public sealed interface ColumnReader permits DenseReader, PackedReader {

    int small(int bits);

    long number();

    /** Reads an unsigned number of at most {@code limit}; {@code what} names it in the error. */
    default int count(int limit, String what) {
        long count = number();
        if (count < 0 || count > limit) {
            throw ByteReader.corrupt("%s %s is out of range; the largest possible value is %s"
                    .formatted(what, Long.toUnsignedString(count), limit));
        }
        return (int) count;
    }

    long raw();

    /** Returns how many bytes the column has: nothing that is stored byte by byte in it can be longer. */
    int length();

    /** Reads a sequence into a sink. */
    void longs(int count, LongSink sink);

    /** Reads a sequence. */
    default long[] longs(int count) {
        LongArray array = new LongArray(count);
        longs(count, array);
        return array.values();
    }

    /** Checks that everything was read. */
    void requireEnd();
}
