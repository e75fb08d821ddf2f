package dev.varve.benchmarks.codec;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.key.Tick;
import java.util.List;

/** Columns in blocks of Varve. A block has one column and regular clocks; what the block itself takes is counted apart. */
record BlockCodec(Effort effort) implements Codec {

    private static final String COLUMN = "";

    @Override
    public String name() {
        return effort == Effort.DENSE ? "dense" : "fast";
    }

    @Override
    public byte[] encode(double[] values) {
        Column column = new Column.Doubles(COLUMN, Presence.all(values.length), values);
        return BlockEncoder.of(effort)
                .withoutSummaries()
                .encode(new Block(Tick.SECONDS, new long[values.length], List.of(column)));
    }

    @Override
    public double[] decode(byte[] bytes, int count) {
        Column column = BlockReader.of(bytes).column(COLUMN).orElseThrow();
        return ((Column.Doubles) column).values();
    }

    /** Returns the bytes around a column: version, flags, counts, first and last clock, lengths, name, checksum. */
    static int around(int count, int length) {
        return 2 + varint(count) + 2 + 1 + 1 + 2 + varint(length) + 4;
    }

    private static int varint(int value) {
        return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : 3;
    }

    /** Returns the bytes of the coded values alone, with everything that describes them. */
    static int valueBytes(byte[] block, int count) {
        int length = block.length - around(count, block.length);
        return block.length - around(count, length);
    }

    /** Returns the bytes of clocks: first, last and the coded differences, without version, flags, counts and checksum. */
    byte[] times(long[] times) {
        return BlockEncoder.of(effort).withoutSummaries().encode(new Block(Tick.MILLIS, times, List.of()));
    }

    static int timeBytes(byte[] block, int count) {
        return block.length - 2 - varint(count) - 1 - 4;
    }
}
