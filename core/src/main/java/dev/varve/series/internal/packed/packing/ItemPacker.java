package dev.varve.series.internal.packed.packing;

import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.block.LargeBuckets;
import dev.varve.series.internal.packed.bucket.Bucket;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Limits;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.BulkDelete;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves the items of one bucket into its block.
 *
 * <pre>
 *   1  convert each item to a row, and back: both must be equal
 *   2  add the rows to those of the block, and write it if it still has the version that was loaded
 *   3  read the block again, and compare each row with its item
 *   4  remove the items
 * </pre>
 *
 * A process that ends on the way leaves items that the block holds already. The next one finds them and begins with step 1;
 * it writes the block only if a row is missing.
 */
final class ItemPacker {

    /** The journal that the block names as its origin: none has this name, so no record counts as held by the block. */
    static final String WRITER = "pack";

    /** The record that the block names; 0 would mean that its write is not complete. */
    private static final long THROUGH = 1;

    /** The items of one bucket, all of one identity. */
    record Batch(BlockLoader.BucketPlace place, List<Item> items) {}

    /** The bytes of the items of a bucket that are packed, and those of their blocks. */
    record Sizes(long items, long blocks) {}

    private final Table table;
    private final BlockLayout layout;
    private final RowItems rows;
    private final BlockItems blocks;
    private final BlockLoader loader;
    private final LargeBuckets largeBuckets;
    private final BulkDelete deletion;
    private final InstantSource clock;
    private final int parallel;

    ItemPacker(SeriesDefinition<?> definition, Table table, InstantSource clock, int parallel) {
        this.table = table;
        this.layout = new BlockLayout(definition.layout, Objects.requireNonNull(definition.packed));
        this.rows = new RowItems(definition, table.schema());
        this.blocks = new BlockItems(table.schema(), layout, definition.keep, true);
        // A bucket that still has items is not joined with others.
        this.loader = new BlockLoader(table, layout, parallel, day -> false);
        this.largeBuckets = new LargeBuckets(table, layout);
        this.deletion = new BulkDelete(table, parallel);
        this.clock = clock;
        this.parallel = parallel;
    }

    /** Sets other limits than those of DynamoDB, for tests. */
    void limit(int blockBytes, long transactionBytes) {
        blocks.atMost(blockBytes);
        largeBuckets.from(transactionBytes);
    }

    BlockLayout layout() {
        return layout;
    }

    /** Packs the items and removes them. */
    CompletableFuture<Sizes> pack(Batch batch) {
        return joined(batch)
                .thenCompose(joined -> (joined.isChanged() ? write(batch, joined) : stored())
                        .thenCompose(written -> verified(batch))
                        .thenCompose(verified -> remove(batch))
                        .thenApply(removed -> sizes(batch, joined)));
    }

    /** Refuses items that cannot be packed; reads and writes nothing. */
    CompletableFuture<Sizes> convert(Batch batch) {
        batch.items().forEach(item -> row(batch.place(), item));
        return CompletableFuture.completedFuture(new Sizes(0, 0));
    }

    /** Finds out what {@link #pack} would do, without a write. */
    CompletableFuture<Sizes> check(Batch batch) {
        return joined(batch).thenApply(joined -> sizes(batch, joined));
    }

    /**
     * A bucket with the rows of its block and of its items.
     *
     * @param before what is stored of it, or null
     * @param isChanged whether its block does not hold all of the rows
     */
    private record Joined(Bucket bucket, BlockLoader.@Nullable Stored before, List<Item> blocks, boolean isChanged) {}

    private CompletableFuture<Joined> joined(Batch batch) {
        BlockLoader.BucketPlace place = batch.place();
        Map<Item, Row> packed = new LinkedHashMap<>();
        batch.items().forEach(item -> packed.put(item, row(place, item)));
        return loader.load(List.of(place)).thenApply(found -> {
            BlockLoader.Stored before = found.get(place);
            TickRange range = layout.bucket(place.start());
            Bucket bucket = before == null ? new Bucket(range) : Bucket.of(before);
            boolean isChanged = bucket.isUnfinished();
            for (Map.Entry<Item, Row> each : packed.entrySet()) {
                Row held = bucket.find(each.getValue().tick());
                if (held == null) {
                    bucket.put(each.getValue());
                    isChanged = true;
                } else if (!held.hasSameValues(each.getValue())) {
                    Item inBlock = rows.item(place.identity(), held);
                    throw differs(each.getKey(), inBlock);
                }
            }
            List<Item> items =
                    isChanged ? blocks.items(place.identity(), range, bucket.rows(), stamp(before)) : List.of();
            return new Joined(bucket, before, items, isChanged);
        });
    }

    private Row row(BlockLoader.BucketPlace place, Item item) {
        Key key = table.schema().keyOf(item);
        Row row = rows.row(
                item, layout.requireTicks(layout.event(key).orElseThrow().clock()));
        Item back = rows.item(place.identity(), row);
        if (!back.equals(item)) {
            throw new Rejected(
                    "packing.not-equal",
                    "event %s cannot be packed, because the packed event would differ in %s: correct or delete it, or leave the"
                                    .formatted(key, differences(item, back))
                            + " series as it is");
        }
        return row;
    }

    /** Returns the attributes that two items differ in, with their values. */
    private static String differences(Item one, Item other) {
        return Stream.concat(one.names().stream(), other.names().stream())
                .distinct()
                .filter(name -> !Objects.equals(one.value(name), other.value(name)))
                .map(name -> "%s (%s, packed %s)".formatted(name, shown(one.value(name)), shown(other.value(name))))
                .toList()
                .toString();
    }

    private static String shown(@Nullable Value value) {
        return value == null ? "absent" : value.toString();
    }

    private CorruptData differs(Item stored, Item inBlock) {
        return new CorruptData(
                "packing.two-events",
                "item %s and the block of its bucket hold different events; they differ in %s"
                        .formatted(table.schema().keyOf(stored), differences(stored, inBlock)));
    }

    private BlockItems.Stamp stamp(BlockLoader.@Nullable Stored before) {
        if (before == null) {
            return new BlockItems.Stamp(1, WRITER, THROUGH);
        }
        BlockItems.Stamp stamp = before.stamp();
        // A large bucket whose write was not completed has no record; only packing writes buckets that have items.
        return new BlockItems.Stamp(stamp.version() + 1, stamp.writer(), Math.max(THROUGH, stamp.through()));
    }

    private static CompletableFuture<Boolean> stored() {
        return CompletableFuture.completedFuture(true);
    }

    private CompletableFuture<Boolean> write(Batch batch, Joined joined) {
        long version = joined.bucket().version();
        return (joined.bucket().isLarge() || largeBuckets.areTooLarge(joined.blocks())
                        ? writeLarge(batch, joined)
                        : writeTogether(batch, joined))
                .thenApply(isWritten -> {
                    if (!isWritten) {
                        throw new Unavailable(
                                "packing.busy",
                                "the bucket of %s had version %s and was written by another process meanwhile: stop all other"
                                                .formatted(batch.place().identity(), version)
                                        + " processes that use the table, and pack again");
                    }
                    return true;
                });
    }

    private CompletableFuture<Boolean> writeLarge(Batch batch, Joined joined) {
        BlockItems.Stamp stamp = stamp(joined.before());
        // Without a stored version, the clock gives one that no part has.
        long version = joined.before() == null ? clock.instant().toEpochMilli() : stamp.version();
        return largeBuckets.write(
                new LargeBuckets.Job(
                        batch.place().identity(),
                        batch.place().start(),
                        joined.blocks().stream()
                                .map(item -> item.with(BlockItems.VERSION, Num.of(version)))
                                .toList(),
                        new BlockItems.Stamp(version, stamp.writer(), stamp.through())),
                joined.bucket().version());
    }

    private CompletableFuture<Boolean> writeTogether(Batch batch, Joined joined) {
        Put first = Put.of(joined.blocks().get(0))
                .when(BlockItems.isStill(joined.bucket().version()));
        List<Write> others = new ArrayList<>();
        joined.blocks().stream().skip(1).map(Put::of).forEach(others::add);
        for (int part = joined.blocks().size(); part < joined.bucket().parts(); part++) {
            others.add(
                    Delete.of(layout.key(batch.place().identity(), batch.place().start(), part)));
        }
        if (others.isEmpty()) {
            return table.put(first).thenApply(WriteResult::isWritten);
        }
        TransactWrite all = TransactWrite.of(first);
        for (Write other : others) {
            all = all.and(other);
        }
        return table.transactWrite(all).thenApply(result -> !(result instanceof TransactResult.Cancelled));
    }

    /** Reads the block again, and compares it with the items. */
    private CompletableFuture<Void> verified(Batch batch) {
        BlockLoader.BucketPlace place = batch.place();
        return loader.load(List.of(place)).thenAccept(found -> {
            BlockLoader.Stored stored = found.get(place);
            RowSet held = stored == null ? RowSet.EMPTY : stored.rows();
            for (Item item : batch.items()) {
                long tick = layout.ticks(
                        layout.event(table.schema().keyOf(item)).orElseThrow().clock());
                int row = held.find(tick);
                Item packed = row < 0 ? Item.empty() : rows.item(place.identity(), held.row(row));
                if (!packed.equals(item)) {
                    throw differs(item, packed);
                }
            }
        });
    }

    private CompletableFuture<Void> remove(Batch batch) {
        List<List<Delete>> batches = new ArrayList<>();
        List<Delete> all = batch.items().stream()
                .map(item -> Delete.of(table.schema().keyOf(item)))
                .toList();
        for (int from = 0; from < all.size(); from += Limits.MAX_BATCH_WRITES) {
            batches.add(all.subList(from, Math.min(all.size(), from + Limits.MAX_BATCH_WRITES)));
        }
        return ParallelCalls.map(batches, parallel, each -> deletion.remove(each, "packing.unfinished", "packed items"))
                .thenAccept(removed -> {});
    }

    private static Sizes sizes(Batch batch, Joined joined) {
        return new Sizes(
                batch.items().stream().mapToLong(Item::size).sum(),
                joined.blocks().stream().mapToLong(Item::size).sum());
    }
}
