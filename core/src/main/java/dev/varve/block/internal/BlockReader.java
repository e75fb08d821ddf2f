package dev.varve.block.internal;

import dev.varve.error.CorruptData;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a block. Opening it checks version, checksum and header; each column is decoded when it is asked for, without the
 * others. Bytes that no encoder wrote give {@link CorruptData}, or values, in bounded time and memory.
 */
public final class BlockReader {

    private record Part(ColumnHead head, int from) {}

    private final byte[] bytes;
    private final Tick tick;
    private final int size;
    private final long first;
    private final long last;
    private final Effort timeEffort;
    private final int timesFrom;
    private final int timesTo;
    private final Map<String, Part> columns = new LinkedHashMap<>();

    private BlockReader(byte[] bytes) {
        this.bytes = bytes;
        ByteReader in = new ByteReader(bytes, 1, bytes.length - BlockEncoder.CHECKSUM_BYTES);
        int flags = in.readByte();
        int known = BlockEncoder.TICK_MASK | BlockEncoder.SUMMARIES | BlockEncoder.DENSE_TIMES;
        if ((flags & ~known) != 0) {
            throw ByteReader.corrupt("the block has unknown flags %s".formatted(flags));
        }
        tick = TickCode.tick(flags & BlockEncoder.TICK_MASK);
        boolean hasSummaries = (flags & BlockEncoder.SUMMARIES) != 0;
        timeEffort = (flags & BlockEncoder.DENSE_TIMES) != 0 ? Effort.DENSE : Effort.FAST;
        size = in.readCount(Block.MAX_EVENTS, "the number of events");
        if (size == 0) {
            throw ByteReader.corrupt("the block has no events");
        }
        first = in.readSigned();
        last = first + in.readSigned();
        int timesLength = in.readCount(in.remaining(), "the length of the clocks");
        int count = in.readCount(Math.min(Block.MAX_COLUMNS, in.remaining()), "the number of columns");
        List<ColumnHead> heads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            heads.add(ColumnHead.read(size, hasSummaries, in));
        }
        timesFrom = in.position();
        in.part(timesLength);
        timesTo = in.position();
        for (ColumnHead head : heads) {
            if (columns.put(head.name(), new Part(head, in.position())) != null) {
                throw ByteReader.corrupt("two columns are named %s".formatted(head.name()));
            }
            in.part(head.length());
        }
        in.requireEnd();
    }

    /** Opens a block; the bytes must not change while it is read. */
    public static BlockReader of(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != BlockEncoder.VERSION) {
            throw new CorruptData(
                    "block.version",
                    bytes.length == 0
                            ? "the block is empty"
                            : "block format %s is unknown; this version reads format %s"
                                    .formatted(bytes[0] & 0xFF, BlockEncoder.VERSION));
        }
        int end = bytes.length - BlockEncoder.CHECKSUM_BYTES;
        if (end < 1) {
            throw ByteReader.corrupt("the block has only %s bytes".formatted(bytes.length));
        }
        long stored = new ByteReader(bytes, end, bytes.length).readFixed(BlockEncoder.CHECKSUM_BYTES);
        if (stored != BlockEncoder.checksum(bytes, end)) {
            throw new CorruptData(
                    "block.checksum", "the block of %s bytes is damaged: its checksum differs".formatted(bytes.length));
        }
        return new BlockReader(bytes);
    }

    public Tick tick() {
        return tick;
    }

    /** Returns the number of events. */
    public int size() {
        return size;
    }

    /** Returns the clock of the first event, in ticks. */
    public long first() {
        return first;
    }

    /** Returns the clock of the last event, in ticks. */
    public long last() {
        return last;
    }

    /** Returns the names of all columns, in the order of the block. */
    public List<String> names() {
        return List.copyOf(columns.keySet());
    }

    /** Returns what a column holds, or empty if the block has none of this name. */
    public Optional<ColumnType> type(String name) {
        return Optional.ofNullable(columns.get(name)).map(part -> part.head.type());
    }

    /** Returns how many events have a value in a column; 0 if the block has none of this name. */
    public int count(String name) {
        Part part = columns.get(name);
        return part == null ? 0 : part.head.count();
    }

    /** Decodes the clocks of all events. */
    public long[] times() {
        if (timesFrom == timesTo) {
            return TimeValues.regular(size, first, last);
        }
        return TimeValues.decode(size, first, last, timeEffort.reader(new ByteReader(bytes, timesFrom, timesTo)));
    }

    /** Returns the summary of a column of numbers, or empty if the block has none of it. Nothing is decoded. */
    public Optional<ColumnSummary> summary(String name) {
        Part part = columns.get(name);
        if (part == null || part.head.summaryAt() < 0) {
            return Optional.empty();
        }
        return Optional.of(Summaries.read(part.head.count(), new ByteReader(bytes, part.head.summaryAt(), timesFrom)));
    }

    /** Decodes one column, or returns empty if the block has none of this name. */
    public Optional<Column> column(String name) {
        Part part = columns.get(name);
        return part == null ? Optional.empty() : Optional.of(decoded(part));
    }

    private Column decoded(Part part) {
        return ColumnCodec.decode(part.head, size, new ByteReader(bytes, part.from, part.from + part.head.length()));
    }

    /** Decodes everything. */
    public Block block() {
        List<Column> all = new ArrayList<>();
        columns.values().forEach(part -> all.add(decoded(part)));
        return new Block(tick, times(), all);
    }
}
