package dev.varve.block.internal.stream;

import dev.varve.block.internal.bytes.ByteWriter;

/** Writes a column fast: whole bytes and bit-packed sequences. */
final class PackedWriter implements ColumnWriter {

    private final ByteWriter out = new ByteWriter();

    @Override
    public Effort effort() {
        return Effort.FAST;
    }

    @Override
    public void small(int value, int bits) {
        out.writeByte(value);
    }

    @Override
    public void number(long value) {
        out.writeUnsigned(value);
    }

    @Override
    public void raw(long value) {
        out.writeFixed(value, Long.BYTES);
    }

    @Override
    public void longs(long[] values) {
        PackedLongs.encode(values, out);
    }

    @Override
    public byte[] finish() {
        return out.toBytes();
    }
}
