package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.LongSink;

/** Reads what {@link PackedWriter} wrote. */
final class PackedReader implements ColumnReader {

    private final ByteReader in;
    private final int length;

    PackedReader(ByteReader in) {
        this.length = in.remaining();
        this.in = in;
    }

    @Override
    public int small(int bits) {
        int value = in.readByte();
        if (value >>> bits != 0) {
            throw ByteReader.corrupt("%s does not fit into %s bits".formatted(value, bits));
        }
        return value;
    }

    @Override
    public long number() {
        return in.readUnsigned();
    }

    @Override
    public long raw() {
        return in.readFixed(Long.BYTES);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public void longs(int count, LongSink sink) {
        PackedLongs.decode(count, in, sink);
    }

    @Override
    public void requireEnd() {
        in.requireEnd();
    }
}
