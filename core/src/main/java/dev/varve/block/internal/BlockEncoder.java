package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.stream.Effort;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Writes blocks; {@code docs/format/block.md} describes the bytes. */
public final class BlockEncoder {

    public static final int VERSION = 1;
    static final int TICK_MASK = 3;
    static final int SUMMARIES = 1 << 2;
    static final int DENSE_TIMES = 1 << 3;
    static final int CHECKSUM_BYTES = 4;

    private final Effort effort;
    private final boolean hasSummaries;

    private BlockEncoder(Effort effort, boolean hasSummaries) {
        this.effort = effort;
        this.hasSummaries = hasSummaries;
    }

    /** Returns an encoder that writes summaries too. */
    public static BlockEncoder of(Effort effort) {
        return new BlockEncoder(effort, true);
    }

    /** Returns an encoder that leaves out the summaries of columns. */
    public BlockEncoder withoutSummaries() {
        return new BlockEncoder(effort, false);
    }

    public byte[] encode(Block block) {
        long[] times = block.times();
        byte[] codedTimes = TimeValues.encode(times, effort);
        List<ColumnCodec.Coded> coded = new ArrayList<>();
        ColumnCodec.Summary wanted = hasSummaries ? ColumnCodec.Summary.WRITTEN : ColumnCodec.Summary.LEFT_OUT;
        for (Column column : block.columns()) {
            coded.add(ColumnCodec.encode(column, effort, wanted));
        }
        ByteWriter out = new ByteWriter();
        out.writeByte(VERSION);
        out.writeByte(TickCode.of(block.tick())
                | (hasSummaries ? SUMMARIES : 0)
                | (effort == Effort.DENSE ? DENSE_TIMES : 0));
        out.writeUnsigned(times.length);
        out.writeSigned(times[0]);
        out.writeSigned(times[times.length - 1] - times[0]);
        out.writeUnsigned(codedTimes.length);
        out.writeUnsigned(coded.size());
        for (int i = 0; i < coded.size(); i++) {
            ColumnHead.write(block.columns().get(i), effort, coded.get(i), hasSummaries, out);
        }
        out.write(codedTimes);
        coded.forEach(column -> out.write(column.values()));
        return checked(out);
    }

    /** Returns the bytes with their checksum. */
    static byte[] checked(ByteWriter out) {
        byte[] bytes = out.toBytes(CHECKSUM_BYTES);
        int end = bytes.length - CHECKSUM_BYTES;
        long checksum = checksum(bytes, end);
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            bytes[end + i] = (byte) (checksum >>> (8 * i));
        }
        return bytes;
    }

    static long checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }
}
