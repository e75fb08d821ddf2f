package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes and reads joined blocks: several blocks of one series, one after the other in time, that share their names and have no
 * summaries. Each of them is decoded alone. {@code docs/format/block.md} describes the bytes.
 *
 * <p>Opening checks version, checksum and heads. Bytes that no encoder wrote give {@link CorruptData}, or values, in bounded time
 * and memory.
 */
public final class JoinedBlock {

    /** The format; a single block has another one in the same place. */
    public static final int VERSION = 2;

    /** The most blocks of one joined block. */
    public static final int MAX_BLOCKS = 1_024;

    /** What all blocks say of one column. */
    private record Name(String name, ColumnType type) {}

    /** The head of the block before, which that of the next one is predicted from. */
    private static final class Prediction {
        private long first;
        private long step;
        private long span;
        private int count;

        void next(long newFirst, long newSpan) {
            step = count == 0 ? 0 : newFirst - first;
            first = newFirst;
            span = newSpan;
            count++;
        }
    }

    private JoinedBlock() {}

    /** Returns whether these are the bytes of a joined block. */
    public static boolean isJoined(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == VERSION;
    }

    /** Joins blocks that follow each other in time, at most {@link Block#MAX_EVENTS} events together. */
    public static byte[] encode(List<Block> blocks) {
        check(blocks);
        Map<String, ColumnType> names = new LinkedHashMap<>();
        for (Block block : blocks) {
            for (Column column : block.columns()) {
                ColumnType type = ColumnType.of(column);
                ColumnType known = names.putIfAbsent(column.name(), type);
                if (known != null && known != type) {
                    throw new IllegalArgumentException("column %s has two types".formatted(column.name()));
                }
            }
        }
        if (names.size() > Block.MAX_COLUMNS) {
            throw new IllegalArgumentException(
                    "a block has at most %s columns, not %s".formatted(Block.MAX_COLUMNS, names.size()));
        }
        ByteWriter out = new ByteWriter();
        out.writeByte(VERSION);
        out.writeByte(TickCode.of(blocks.get(0).tick()));
        out.writeUnsigned(names.size());
        names.forEach((name, type) -> {
            out.writeText(name);
            out.writeByte(type.code());
        });
        out.writeUnsigned(blocks.size());
        ByteWriter values = new ByteWriter();
        Prediction before = new Prediction();
        blocks.forEach(block -> write(block, names.keySet(), before, out, values));
        out.write(values.toBytes());
        return BlockEncoder.checked(out);
    }

    private static void check(List<Block> blocks) {
        if (blocks.isEmpty() || blocks.size() > MAX_BLOCKS) {
            throw new IllegalArgumentException(
                    "a joined block has 1 to %s blocks, not %s".formatted(MAX_BLOCKS, blocks.size()));
        }
        int events = 0;
        Long last = null;
        for (Block block : blocks) {
            long[] times = block.times();
            events += times.length;
            if (block.tick() != blocks.get(0).tick() || (last != null && times[0] <= last)) {
                throw new IllegalArgumentException("the blocks do not follow each other");
            }
            last = times[times.length - 1];
        }
        if (events > Block.MAX_EVENTS) {
            throw new IllegalArgumentException(
                    "a joined block has at most %s events, not %s".formatted(Block.MAX_EVENTS, events));
        }
    }

    private static void write(Block block, Set<String> names, Prediction before, ByteWriter heads, ByteWriter values) {
        long[] times = block.times();
        long span = times[times.length - 1] - times[0];
        byte[] clocks = TimeValues.encode(times, Effort.DENSE);
        heads.writeUnsigned(times.length);
        heads.writeSigned(times[0] - (before.first + before.step));
        heads.writeSigned(span - before.span);
        heads.writeUnsigned(clocks.length);
        values.write(clocks);
        Map<String, Column> columns = new LinkedHashMap<>();
        block.columns().forEach(column -> columns.put(column.name(), column));
        for (String name : names) {
            Column column = columns.get(name);
            if (column == null || column.length() == 0) {
                heads.writeUnsigned(0);
                continue;
            }
            byte[] coded = ColumnCodec.encode(column, Effort.DENSE, ColumnCodec.Summary.LEFT_OUT)
                    .values();
            boolean isAll = column.presence().isAll();
            heads.writeUnsigned(((long) coded.length << 1 | (isAll ? 0 : 1)) + 1);
            if (!isAll) {
                heads.writeUnsigned(column.length());
            }
            values.write(coded);
        }
        before.next(times[0], span);
    }

    /** Opens a joined block; returns its blocks. The bytes must not change while they are read. */
    public static List<BlockReader> open(byte[] bytes) {
        if (!isJoined(bytes)) {
            throw new CorruptData("block.version", "the bytes are not a joined block");
        }
        BlockReader.requireChecksum(bytes);
        ByteReader in = new ByteReader(bytes, 1, bytes.length - BlockEncoder.CHECKSUM_BYTES);
        Tick tick = TickCode.tick(in.readByte());
        List<Name> names = names(in);
        int count = in.readCount(Math.min(MAX_BLOCKS, in.remaining()), "the number of joined blocks");
        if (count == 0) {
            throw ByteReader.corrupt("no block is joined");
        }
        List<Head> heads = new ArrayList<>(count);
        Prediction before = new Prediction();
        int events = 0;
        for (int i = 0; i < count; i++) {
            Head head = head(names.size(), before, Block.MAX_EVENTS - events, in);
            if (i > 0 && head.first() <= heads.get(i - 1).last()) {
                throw ByteReader.corrupt("joined blocks do not follow each other at %s".formatted(head.first()));
            }
            events += head.size();
            heads.add(head);
        }
        List<BlockReader> blocks = new ArrayList<>(count);
        for (Head head : heads) {
            int from = in.position();
            in.part(head.clocks());
            var clocks = new BlockReader.Clocks(head.size(), head.first(), head.last(), from, in.position());
            int values = in.position();
            in.part(head.values());
            blocks.add(new BlockReader(bytes, tick, clocks, () -> parts(bytes, names, head, values)));
        }
        in.requireEnd();
        return blocks;
    }

    /**
     * The head of one of the blocks.
     *
     * @param clocks the length of the coded clocks
     * @param columns where the heads of its columns begin
     * @param values the length of all coded columns
     */
    private record Head(int size, long first, long last, int clocks, int columns, int values) {}

    private static List<Name> names(ByteReader in) {
        int count = in.readCount(Math.min(Block.MAX_COLUMNS, in.remaining()), "the number of columns");
        List<Name> names = new ArrayList<>(count);
        Set<String> different = new HashSet<>();
        for (int i = 0; i < count; i++) {
            String name = in.readText();
            int type = in.readByte();
            if (type > ColumnType.TEXT.code() || !different.add(name)) {
                throw ByteReader.corrupt("column %s has the unknown type %s, or two of them".formatted(name, type));
            }
            names.add(new Name(name, ColumnType.of(type)));
        }
        return names;
    }

    /** Reads a head; checks those of its columns, which are read again when the block is decoded. */
    private static Head head(int columns, Prediction before, int mostEvents, ByteReader in) {
        int size = in.readCount(mostEvents, "the number of events");
        if (size == 0) {
            throw ByteReader.corrupt("a joined block has no events");
        }
        long first = before.first + before.step + in.readSigned();
        long span = before.span + in.readSigned();
        long last = first + span;
        if (last < first) {
            throw ByteReader.corrupt("the last clock %s is before the first one, %s".formatted(last, first));
        }
        before.next(first, span);
        int clocks = in.readCount(in.remaining(), "the length of the clocks");
        int from = in.position();
        long values = 0;
        for (int i = 0; i < columns; i++) {
            int code = in.readCount(2 * in.array().length + 2, "the length of a column");
            values += length(code);
            if (isSparse(code) && in.readCount(size - 1, "the number of values of a column") == 0) {
                throw ByteReader.corrupt("a column has no value");
            }
        }
        if (values > in.remaining()) {
            throw ByteReader.corrupt("the length %s of all columns is out of range".formatted(values));
        }
        return new Head(size, first, last, clocks, from, (int) values);
    }

    private static int length(int code) {
        return code == 0 ? 0 : code - 1 >>> 1;
    }

    private static boolean isSparse(int code) {
        return code != 0 && (code - 1 & 1) == 1;
    }

    private static List<BlockReader.Part> parts(byte[] bytes, List<Name> names, Head head, int values) {
        ByteReader in = new ByteReader(bytes, head.columns(), bytes.length);
        List<BlockReader.Part> parts = new ArrayList<>(names.size());
        int from = values;
        for (Name name : names) {
            int code = (int) in.readUnsigned();
            if (code != 0) {
                int count = isSparse(code) ? (int) in.readUnsigned() : head.size();
                var column = new ColumnHead(name.name(), name.type(), Effort.DENSE, count, length(code), -1);
                parts.add(new BlockReader.Part(column, from));
                from += length(code);
            }
        }
        return parts;
    }
}
