package dev.varve.block.internal;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.key.Tick;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a block. Opening it checks version, checksum and header; each column is decoded when it is asked for, without the
 * others. Bytes that no encoder wrote give {@link CorruptData}, or values, in bounded time and memory.
 */
public final class BlockReader {

    /** A column and where its values begin. */
    record Part(ColumnHead head, int from) {}

    private final byte[] bytes;
    private final Tick tick;
    private final int size;
    private final long first;
    private final long last;
    private final Effort timeEffort;
    private final int timesFrom;
    private final int timesTo;
    private final Supplier<List<Part>> parts;
    private @Nullable Map<String, Part> columns;

    /** Creates a reader of a block that is a part of other bytes. */
    BlockReader(byte[] bytes, Tick tick, Clocks clocks, Supplier<List<Part>> parts) {
        this.bytes = bytes;
        this.tick = tick;
        this.size = clocks.size();
        this.first = clocks.first();
        this.last = clocks.last();
        this.timeEffort = Effort.DENSE;
        this.timesFrom = clocks.from();
        this.timesTo = clocks.to();
        this.parts = parts;
    }

    /** The clocks of a block: their number, the first, the last, and where their code begins and ends. */
    record Clocks(int size, long first, long last, int from, int to) {}

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
        List<Part> found = new ArrayList<>(heads.size());
        for (ColumnHead head : heads) {
            found.add(new Part(head, in.position()));
            in.part(head.length());
        }
        in.requireEnd();
        parts = () -> found;
        var unused = columns();
    }

    private Map<String, Part> columns() {
        Map<String, Part> known = columns;
        if (known == null) {
            known = new LinkedHashMap<>();
            for (Part part : parts.get()) {
                if (known.put(part.head.name(), part) != null) {
                    throw ByteReader.corrupt("two columns are named %s".formatted(part.head.name()));
                }
            }
            columns = known;
        }
        return known;
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
        requireChecksum(bytes);
        return new BlockReader(bytes);
    }

    /** Refuses bytes that do not end with their checksum. */
    static void requireChecksum(byte[] bytes) {
        int end = bytes.length - BlockEncoder.CHECKSUM_BYTES;
        if (end < 1) {
            throw ByteReader.corrupt("the block has only %s bytes".formatted(bytes.length));
        }
        long stored = new ByteReader(bytes, end, bytes.length).readFixed(BlockEncoder.CHECKSUM_BYTES);
        if (stored != BlockEncoder.checksum(bytes, end)) {
            throw new CorruptData(
                    "block.checksum", "the block of %s bytes is damaged: its checksum differs".formatted(bytes.length));
        }
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
        return List.copyOf(columns().keySet());
    }

    /** Returns what a column holds, or empty if the block has none of this name. */
    public Optional<ColumnType> type(String name) {
        return Optional.ofNullable(columns().get(name)).map(part -> part.head.type());
    }

    /** Returns how many events have a value in a column; 0 if the block has none of this name. */
    public int count(String name) {
        Part part = columns().get(name);
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
        Part part = columns().get(name);
        if (part == null || part.head.summaryAt() < 0) {
            return Optional.empty();
        }
        return Optional.of(Summaries.read(part.head.count(), new ByteReader(bytes, part.head.summaryAt(), timesFrom)));
    }

    /** Decodes one column, or returns empty if the block has none of this name. */
    public Optional<Column> column(String name) {
        Part part = columns().get(name);
        return part == null ? Optional.empty() : Optional.of(decoded(part));
    }

    private Column decoded(Part part) {
        return ColumnCodec.decode(part.head, size, new ByteReader(bytes, part.from, part.from + part.head.length()));
    }

    /** Returns whether another block has the same events in the same code; its summaries may differ. Nothing is decoded. */
    public boolean hasSameCode(BlockReader other) {
        if (size != other.size
                || first != other.first
                || last != other.last
                || tick != other.tick
                || !Arrays.equals(bytes, timesFrom, timesTo, other.bytes, other.timesFrom, other.timesTo)
                || !columns().keySet().equals(other.columns().keySet())) {
            return false;
        }
        return columns().entrySet().stream()
                .allMatch(own -> isSame(
                        own.getValue(),
                        other,
                        Objects.requireNonNull(other.columns().get(own.getKey()))));
    }

    private boolean isSame(Part own, BlockReader other, Part its) {
        return own.head.type() == its.head.type()
                && own.head.effort() == its.head.effort()
                && own.head.count() == its.head.count()
                && Arrays.equals(
                        bytes,
                        own.from,
                        own.from + own.head.length(),
                        other.bytes,
                        its.from,
                        its.from + its.head.length());
    }

    /** Decodes everything. */
    public Block block() {
        List<Column> all = new ArrayList<>();
        columns().values().forEach(part -> all.add(decoded(part)));
        return new Block(tick, times(), all);
    }
}
