package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.stream.Effort;

/**
 * What the header says of a column.
 *
 * @param count the events that have a value
 * @param length the bytes of the coded column
 * @param summaryAt where the summary begins, or -1 if the block has no summaries, or the column none
 */
record ColumnHead(String name, ColumnType type, Effort effort, int count, int length, int summaryAt) {

    private static final int TYPE_MASK = 3;
    private static final int DENSE = 1 << 2;
    private static final int SOME_ABSENT = 1 << 3;
    private static final int KNOWN = TYPE_MASK | DENSE | SOME_ABSENT;

    static void write(Column column, Effort effort, ColumnCodec.Coded coded, boolean hasSummaries, ByteWriter out) {
        boolean isAll = column.presence().isAll();
        out.writeText(column.name());
        out.writeByte(ColumnType.of(column).code() | (effort == Effort.DENSE ? DENSE : 0) | (isAll ? 0 : SOME_ABSENT));
        if (!isAll) {
            out.writeUnsigned(column.length());
        }
        out.writeUnsigned(coded.values().length);
        if (hasSummaries) {
            out.write(coded.summary());
        }
    }

    static ColumnHead read(int size, boolean hasSummaries, ByteReader in) {
        String name = in.readText();
        int flags = in.readByte();
        if ((flags & ~KNOWN) != 0) {
            throw ByteReader.corrupt("column %s has unknown flags %s".formatted(name, flags));
        }
        ColumnType type = ColumnType.of(flags & TYPE_MASK);
        int count = size;
        if ((flags & SOME_ABSENT) != 0) {
            count = in.readCount(size - 1, "the number of values of a column");
        }
        int length = in.readCount(in.remaining(), "the length of a column");
        boolean hasSummary = hasSummaries && type != ColumnType.TEXT && count > 0;
        int summaryAt = hasSummary ? in.position() : -1;
        if (hasSummary) {
            Summaries.skip(in);
        }
        return new ColumnHead(name, type, (flags & DENSE) != 0 ? Effort.DENSE : Effort.FAST, count, length, summaryAt);
    }
}
