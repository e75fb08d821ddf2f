package dev.varve.series.internal.packed.read;

import dev.varve.block.internal.BlockReader;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The scan of a table that only this process writes. The buckets of a past day may be joined in one item, also meanwhile. */
final class OwnScan extends PackedScan {

    /** The rows that a block has at least, in most series. */
    private static final int FEW_ROWS = 8;

    private static final int MOST_ROWS = 1_024;

    /** Where the scan goes on: all rows before this clock were passed, or all from it on in descending order. */
    private long edge;

    /** A day of which an earlier request has seen single blocks, or none; they may be joined since. Null if there is none. */
    private @Nullable TickRange unsettled;

    OwnScan(Request request, RangeSink sink) {
        super(request, sink);
        this.edge = isAscending ? selected.range().from() : selected.range().to();
    }

    /** A block that is read in vain costs less here than another request. */
    @Override
    int firstBlocks(int limit) {
        return Math.max(FIRST_BLOCKS, Math.min(limit, MOST_ROWS) / FEW_ROWS);
    }

    @Override
    boolean mustReadConsistently(Rows rows) {
        return false;
    }

    /**
     * Reads the block of the only selected bucket, or the joined block of the only selected day. A past day that is not joined
     * is left to a query: its blocks may be joined between the reads of two of them.
     */
    @Override
    CompletableFuture<Boolean> readSingle() {
        long from = selected.range().from();
        TickRange day = layout.day(from);
        boolean mayBeJoined = visible.blocks().mayBeJoined(day);
        TickRange single = mayBeJoined ? day : layout.bucket(from);
        if (selected.range().to() > single.to()) {
            return CompletableFuture.completedFuture(false);
        }
        return item(layout.key(selected.identity(), single.from(), 0)).thenApply(item -> {
            if (item == null) {
                return !mayBeJoined;
            }
            if (!isWhole(item) || (mayBeJoined && !BlockItems.isJoined(item))) {
                return false;
            }
            addBlocks(BlockItems.blocks(item));
            return true;
        });
    }

    /** Returns whether an item is the only one of its bucket or day. */
    private static boolean isWhole(Item item) {
        return BlockItems.isBlock(item) && BlockItems.parts(item) == 1 && !BlockItems.isFurther(item);
    }

    @Override
    void afterPage() {
        unsettled = isAscending ? unjoined() : null;
    }

    @Override
    CompletableFuture<Void> addRest() {
        while (!open.isEmpty() && !isDone()) {
            addOpen();
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the day of the last items if they are single blocks that may be joined before the next request. */
    private @Nullable TickRange unjoined() {
        TickRange day = !hasGroup() || isGroupJoined() ? null : layout.day(groupStart);
        return day != null && visible.blocks().mayBeJoined(day) ? day : null;
    }

    /**
     * Reads the joined block of a day whose single blocks were asked for before. They are removed when they are joined, and never
     * come back: so either the earlier requests have seen all of them, or this one sees the joined block.
     */
    @Override
    CompletableFuture<Void> beforePage() {
        TickRange day = unsettled;
        if (day == null || isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        var place = new BlockLoader.BucketPlace(selected.identity(), day.from());
        return visible.blocks().loader().load(List.of(place)).thenCompose(found -> {
            BlockLoader.Stored joined = found.get(place);
            if (joined == null || joined.range().to() < day.to()) {
                return CompletableFuture.completedFuture(null);
            }
            return endGroup().thenAccept(ended -> addBuckets(joined.rows()));
        });
    }

    @Override
    CompletableFuture<Void> endGroup() {
        List<Item> parts = takeGroup();
        if (parts.isEmpty() || isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        if (parts.size() == 1 && isWhole(parts.get(0))) {
            addBlocks(BlockItems.blocks(parts.get(0)));
            return CompletableFuture.completedFuture(null);
        }
        if (!parts.stream().allMatch(BlockItems::isJoined) && isInMemory(layout.bucket(groupStart))) {
            return CompletableFuture.completedFuture(null);
        }
        BlockLoader.Stored whole = visible.blocks().loader().stored(groupStart, parts);
        if (whole != null) {
            addBuckets(whole.rows());
            return CompletableFuture.completedFuture(null);
        }
        // A bucket of several items was written between the reads of two of them.
        var place = new BlockLoader.BucketPlace(selected.identity(), groupStart);
        return visible.blocks().loader().load(List.of(place)).thenAccept(found -> {
            BlockLoader.Stored again = found.get(place);
            addBuckets(again == null ? RowSet.EMPTY : again.rows());
        });
    }

    /** Adds the blocks of an item, each of one bucket; decodes those that are wanted. */
    private void addBlocks(List<BlockReader> readers) {
        for (int i = 0; i < readers.size() && !isDone(); i++) {
            BlockReader block = readers.get(isAscending ? i : readers.size() - 1 - i);
            if (!isInMemory(layout.bucket(block.first()))
                    && block.first() < wanted().to()
                    && block.last() >= wanted().from()) {
                pass(BlockRows.rows(block.block()), layout.bucket(block.first()));
            }
        }
    }

    /** Adds rows of one or several buckets. */
    private void addBuckets(RowSet rows) {
        List<TickRange> buckets = new ArrayList<>();
        for (int row = 0;
                row < rows.size();
                row = rows.firstFrom(buckets.get(buckets.size() - 1).to())) {
            buckets.add(layout.bucket(rows.tick(row)));
        }
        if (!isAscending) {
            Collections.reverse(buckets);
        }
        for (TickRange bucket : buckets) {
            if (!isInMemory(bucket)) {
                pass(rows, bucket);
            }
        }
    }

    /** Adds the rows in memory that come before a stored bucket, or in place of it; returns whether it is passed by then. */
    private boolean isInMemory(TickRange bucket) {
        while (!open.isEmpty() && !isDone() && isUpTo(open.element().range(), bucket)) {
            addOpen();
        }
        return isDone() || (isAscending ? edge >= bucket.to() : edge <= bucket.from());
    }

    private boolean isUpTo(TickRange inMemory, TickRange bucket) {
        return isAscending ? inMemory.from() < bucket.to() : inMemory.to() > bucket.from();
    }

    private void addOpen() {
        RowMemory.OpenRows first = open.removeFirst();
        pass(first.rows(), first.range());
    }

    /** Returns the clocks that are wanted and were not passed yet. */
    private TickRange wanted() {
        return isAscending
                ? new TickRange(edge, selected.range().to())
                : new TickRange(selected.range().from(), edge);
    }

    /** Passes the rows of a range that are wanted; nothing of it is wanted after that. */
    private void pass(RowSet rows, TickRange range) {
        TickRange wanted = wanted();
        edge = isAscending ? Math.max(edge, range.to()) : Math.min(edge, range.from());
        pass(rows, Math.max(wanted.from(), range.from()), Math.min(wanted.to(), range.to()));
    }
}
