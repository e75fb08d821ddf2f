package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.LongSink;
import dev.varve.block.internal.model.DenseLongs;
import dev.varve.block.internal.range.RangeDecoder;

/** Reads what {@link DenseWriter} wrote. */
final class DenseReader implements ColumnReader {

    private final RangeDecoder in;
    private final int length;

    DenseReader(ByteReader bytes) {
        this.length = bytes.remaining();
        this.in = new RangeDecoder(bytes.array(), bytes.position(), bytes.end());
    }

    @Override
    public int small(int bits) {
        return (int) in.decodeBits(bits);
    }

    @Override
    public long number() {
        return in.decodeNumber();
    }

    @Override
    public long raw() {
        return in.decodeBits(Long.SIZE);
    }

    @Override
    public int length() {
        // The encoder leaves out up to 8 zeros at the end.
        return length + Long.BYTES;
    }

    @Override
    public void longs(int count, LongSink sink) {
        sink.take(longs(count), 0, count);
    }

    @Override
    public long[] longs(int count) {
        return switch (small(DenseWriter.KIND_BITS)) {
            case DenseWriter.MODELLED -> DenseLongs.decode(count, in);
            case DenseWriter.RANKED -> Ranks.decode(count, in);
            case DenseWriter.RAW -> raws(count);
            default -> throw ByteReader.corrupt("a sequence is of an unknown kind");
        };
    }

    private long[] raws(int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = raw();
        }
        return values;
    }

    @Override
    public void requireEnd() {
        in.requireEnd();
    }
}
