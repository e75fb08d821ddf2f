package dev.varve.series.internal.packed.block;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.JoinedBlock;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.TableSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts the rows of a bucket to the items that store them, and back; pure. */
public final class BlockItems {

    /** The encoded rows; {@code docs/format/block.md} describes the bytes. */
    static final String BLOCK = "block";

    /** The number of times that the bucket was written. */
    public static final String VERSION = "version";

    /** The journal whose rows the block holds, and the last of its records. */
    static final String WRITER = "writer";

    static final String THROUGH = "through";

    /** The last records of other journals that the block holds; absent if only one process has written the bucket. */
    static final String OTHERS = "others";

    /** The number of items of the bucket; absent for one. */
    static final String PARTS = "parts";

    /** The generation of a bucket that is too large for one transaction; {@link LargeBuckets} writes it. */
    static final String GENERATION = "generation";

    /** The number of a further part of a generation. */
    static final String PART = "part";

    /** Marks a further part of a generation that can be read: its first part refers to it. */
    static final String LINKED = "linked";

    /**
     * Marks an item that holds the joined buckets of a day. After the write that joins them, the versions that they had, as {@link
     * JoinedVersions} writes them; empty after every other write.
     */
    public static final String JOINED = "joined";

    /** DynamoDB allows 400 KB for an item; the rest is for keys and the other attributes. */
    static final int MAX_BLOCK_BYTES = 380_000;

    /** DynamoDB bills a write for each started KB. */
    private static final int ITEM_UNIT = 1_024;

    private final TableSchema table;
    private final BlockLayout layout;
    private final @Nullable Duration keep;
    private final boolean isBilled;
    private volatile int maxBytes = MAX_BLOCK_BYTES;

    /** @param isBilled whether a write costs units for each KB */
    public BlockItems(TableSchema table, BlockLayout layout, @Nullable Duration keep, boolean isBilled) {
        this.table = table;
        this.layout = layout;
        this.keep = keep;
        this.isBilled = isBilled;
    }

    /** Lets blocks have fewer bytes, so that tests need not write megabytes. */
    public void atMost(int bytes) {
        maxBytes = bytes;
    }

    /**
     * The state of a stored bucket.
     *
     * @param writer the journal that its newest rows came from
     * @param through the last record of that journal that it holds
     * @param others the last record of each other journal that it holds
     */
    public record Stamp(long version, String writer, long through, Map<String, Long> others) {

        /** A block names at most so many other journals, each with about 40 bytes; processes rarely are so many. */
        static final int MAX_OTHERS = 31;

        public Stamp {
            others = Map.copyOf(others);
        }

        public Stamp(long version, String writer, long through) {
            this(version, writer, through, Map.of());
        }

        /** Returns the last record of a journal that the block holds; 0 if none is known. */
        public long through(String journal) {
            return journal.equals(writer) ? through : others.getOrDefault(journal, 0L);
        }

        /** Returns the stamp of the next version, which this journal writes. */
        public static Stamp next(@Nullable Stamp before, String writer, long through) {
            if (before == null) {
                return new Stamp(1, writer, through);
            }
            Map<String, Long> others = new TreeMap<>(before.others);
            if (before.through > 0) {
                others.put(before.writer, before.through);
            }
            others.remove(writer);
            while (others.size() > MAX_OTHERS) {
                others.remove(others.keySet().iterator().next());
            }
            return new Stamp(before.version + 1, writer, through, others);
        }

        public Stamp versioned(long newVersion) {
            return new Stamp(newVersion, writer, through, others);
        }
    }

    /**
     * Returns the items of a bucket, or of the joined buckets of a day: one, unless the rows need more.
     *
     * @param range the times of the bucket or the day
     */
    public List<Item> items(Parts identity, TickRange range, RowSet rows, Stamp stamp) {
        if (!isJoined(range) && layout.isJoining()) {
            byte[] fast = fast(rows);
            Item item = fast == null ? null : item(identity, range, 0, List.of(fast), rows, stamp);
            // Where a write costs units, it is worth the time to find fewer bytes as soon as there are two units.
            if (item != null && !(isBilled && item.size() > ITEM_UNIT)) {
                return List.of(item);
            }
        }
        List<byte[]> encoded = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += Block.MAX_EVENTS) {
            encode(rows.part(from, Math.min(rows.size(), from + Block.MAX_EVENTS)), isJoined(range), encoded);
        }
        if (encoded.size() > BlockLayout.MAX_PARTS) {
            throw new Rejected(
                    "packed.bucket-full",
                    "a bucket of %s has %s events, which need more than %s items: declare shorter blocks with packed(…)"
                            .formatted(identity, rows.size(), BlockLayout.MAX_PARTS));
        }
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < encoded.size(); i++) {
            items.add(item(identity, range, i, encoded, rows, stamp));
        }
        return List.copyOf(items);
    }

    private Item item(Parts identity, TickRange range, int part, List<byte[]> encoded, RowSet rows, Stamp stamp) {
        Item.Builder item = Item.builder().put(BLOCK, Bytes.wrap(encoded.get(part)));
        if (encoded.size() > 1) {
            item.put(PARTS, Num.of(encoded.size()));
        }
        if (isJoined(range)) {
            item.put(JOINED, "");
        }
        // All parts expire together: without one of them the others cannot be read.
        expire(item, rows.tick(rows.size() - 1));
        return stamped(table.keyed(layout.key(identity, range.from(), part), item.build()), stamp);
    }

    /** Returns the item of a joined block, without a stamp. */
    public Item joined(Parts identity, long start, byte[] block, long last) {
        Item.Builder item = Item.builder().put(BLOCK, Bytes.wrap(block));
        expire(item, last);
        return table.keyed(layout.key(identity, start, 0), item.build());
    }

    private void expire(Item.Builder item, long last) {
        if (keep != null && table.ttlAttribute() != null) {
            item.put(table.ttlAttribute(), Num.of(RowItems.expiry(RowItems.instant(last, layout.tick()), keep)));
        }
    }

    public static Item stamped(Item item, Stamp stamp) {
        Item stamped = item.with(VERSION, Num.of(stamp.version()))
                .with(WRITER, stamp.writer())
                .with(THROUGH, Num.of(stamp.through()));
        return stamp.others().isEmpty() ? stamped.without(OTHERS) : stamped.with(OTHERS, others(stamp));
    }

    private boolean isJoined(TickRange range) {
        return range.to() > layout.bucket(range.from()).to();
    }

    /** Returns a block that takes little time to encode, or null if the rows do not fit into one. */
    private byte @Nullable [] fast(RowSet rows) {
        if (rows.size() == 0 || rows.size() > Block.MAX_EVENTS || BlockRows.columnCount(rows) > Block.MAX_COLUMNS) {
            return null;
        }
        byte[] bytes = BlockRows.encode(rows, layout.tick(), Effort.FAST);
        return bytes.length > maxBytes ? null : bytes;
    }

    private void encode(RowSet rows, boolean isJoined, List<byte[]> encoded) {
        byte[] bytes = BlockRows.columnCount(rows) > Block.MAX_COLUMNS
                ? null
                : isJoined ? joined(rows) : BlockRows.encode(rows, layout.tick(), Effort.DENSE);
        if (bytes == null || (bytes.length > maxBytes && rows.size() > 1)) {
            int half = rows.size() / 2;
            encode(rows.part(0, half), isJoined, encoded);
            encode(rows.part(half, rows.size()), isJoined, encoded);
            return;
        }
        encoded.add(bytes);
    }

    private byte[] joined(RowSet rows) {
        List<Block> blocks = new ArrayList<>();
        for (int from = 0; from < rows.size(); ) {
            int to = rows.firstFrom(layout.bucket(rows.tick(from)).to());
            blocks.add(BlockRows.block(rows.part(from, to), layout.tick()));
            from = to;
        }
        return JoinedBlock.encode(blocks);
    }

    /** Returns whether an item holds the joined buckets of a day. */
    public static boolean isJoined(Item item) {
        return item.has(JOINED);
    }

    /** Returns the blocks of an item, each of one bucket, in the order of time. */
    public static List<BlockReader> blocks(Item item) {
        byte[] bytes = bytes(item);
        if (bytes.length == 0) {
            return List.of();
        }
        return JoinedBlock.isJoined(bytes) ? JoinedBlock.open(bytes) : List.of(BlockReader.of(bytes));
    }

    public static RowSet rows(Item item) {
        List<RowSet> sets = blocks(item).stream()
                .map(block -> BlockRows.rows(block.block()))
                .toList();
        return sets.size() == 1 ? sets.get(0) : RowSet.joined(sets);
    }

    public static byte[] bytes(Item item) {
        if (item.value(BLOCK) instanceof Bytes bytes) {
            return bytes.toArray();
        }
        throw new CorruptData("packed.block", "an item with the key of a block has no block: %s".formatted(item));
    }

    public static boolean isBlock(Item item) {
        return item.value(BLOCK) instanceof Bytes;
    }

    public static Stamp stamp(Item item) {
        return new Stamp(number(item, VERSION), item.text(WRITER), number(item, THROUGH), others(item));
    }

    private static Value others(Stamp stamp) {
        Map<String, Value> numbers = new TreeMap<>();
        stamp.others().forEach((writer, through) -> numbers.put(writer, Num.of(through)));
        return new Value.MapOf(numbers);
    }

    private static Map<String, Long> others(Item item) {
        Map<String, Long> others = new HashMap<>();
        if (item.value(OTHERS) instanceof Value.MapOf map) {
            map.values().forEach((writer, through) -> {
                if (through instanceof Num number) {
                    others.put(writer, number.longValueExact());
                }
            });
        }
        return others;
    }

    /** Returns the generation of a large bucket, null for any other. */
    public static @Nullable String generation(Item item) {
        return item.has(GENERATION) ? item.text(GENERATION) : null;
    }

    /** Returns whether this is a further part of a large bucket. */
    public static boolean isFurther(Item item) {
        return item.has(PART);
    }

    /** Returns whether this is a part of a large bucket that readers do not see yet. */
    static boolean isUnlinked(Item item) {
        return isFurther(item) && !item.has(LINKED);
    }

    public static int parts(Item item) {
        return item.has(PARTS) ? (int) number(item, PARTS) : 1;
    }

    private static long number(Item item, String attribute) {
        return item.number(attribute).longValueExact();
    }

    /** Returns the condition that a bucket was not written since it had this version; 0 for one that is not stored. */
    public static Condition isStill(long version) {
        AttributePath stored = AttributePath.attr(VERSION);
        return version == 0 ? stored.absent() : stored.is(Num.of(version));
    }
}
