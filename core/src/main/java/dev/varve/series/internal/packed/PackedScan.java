package dev.varve.series.internal.packed;

import dev.varve.block.internal.BlockReader;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one identity in order: those of its blocks, and those in memory in place of blocks of the same buckets.
 *
 * <p>The rows in memory are looked at first. A row that is sealed and dropped from memory meanwhile is then in its block, or
 * in the view; it is never missed.
 */
final class PackedScan {

    /** The blocks of the first request, if few rows are wanted; later requests read more. */
    private static final int FIRST_BLOCKS = 2;

    /** Which rows a scan shows. */
    enum Rows {
        ALL,
        /** Only those that are in blocks. */
        SEALED
    }

    /** Takes the rows one by one. */
    @FunctionalInterface
    interface Sink {
        /** Takes a row; returns whether it wants more. */
        boolean accept(RowSet rows, int row);
    }

    /** Takes rows that lie together. */
    @FunctionalInterface
    interface RangeSink {
        /** Takes the rows from one index to another, exclusive; returns whether it wants more. */
        boolean accept(RowSet rows, int from, int to);
    }

    private final Table stored;
    private final TableSchema schema;
    private final PackedStore store;
    private final BlockLayout layout;
    private final Query blocks;
    private final BlockLayout.Selected selected;
    private final boolean isAscending;
    private final RangeSink sink;

    private final Deque<RowMemory.OpenRows> open = new ArrayDeque<>();
    private Capacity capacity = Capacity.NONE;
    private boolean isDone;

    // The items of one bucket, until the first of another bucket comes.
    private final List<Item> group = new ArrayList<>();
    private long groupStart;

    /** Where the scan goes on: all rows before this clock were passed, or all from it on in descending order. */
    private long edge;

    /** A day of which an earlier request has seen single blocks, or none; they may be joined since. Null if there is none. */
    private @Nullable TickRange unsettled;

    /**
     * @param blocks the query for the blocks of the selected rows, in the order of the scan
     * @param selected the rows to read; the range must not be empty
     */
    PackedScan(PackedStore store, Query blocks, BlockLayout.Selected selected, Sink sink) {
        this(store, blocks, selected, each(sink, blocks.order() == Query.Order.ASCENDING));
    }

    /** Creates a scan of rows that lie together; these are passed in ascending order, whatever the order of the scan. */
    PackedScan(PackedStore store, Query blocks, BlockLayout.Selected selected, RangeSink sink) {
        this.stored = store.stored();
        this.schema = stored.schema();
        this.store = store;
        this.layout = store.layout();
        this.blocks = blocks;
        this.selected = selected;
        this.isAscending = blocks.order() == Query.Order.ASCENDING;
        this.sink = sink;
        this.edge = isAscending ? selected.range().from() : selected.range().to();
    }

    private static RangeSink each(Sink sink, boolean isAscending) {
        return (rows, from, to) -> {
            boolean wantsMore = true;
            for (int i = 0; i < to - from && wantsMore; i++) {
                wantsMore = sink.accept(rows, isAscending ? from + i : to - 1 - i);
            }
            return wantsMore;
        };
    }

    /**
     * Passes the rows to the sink until it wants no more; returns the capacity that was consumed.
     *
     * @param isShort whether few rows are wanted
     */
    CompletableFuture<Capacity> run(Rows rows, boolean isShort) {
        if (!store.isOnlyWriter()) {
            return new SharedScan(store, blocks, selected, sink).run(rows, isShort);
        }
        if (rows == Rows.ALL) {
            store.memory()
                    .open(selected.identity(), selected.range())
                    .forEach(isAscending ? open::addLast : open::addFirst);
        }
        PageToken[] next = new PageToken[1];
        int[] requests = {0};
        return AsyncLoop.whileTrue(() -> {
                    int limit = isShort ? FIRST_BLOCKS << Math.min(10, requests[0]++) : 0;
                    return stored.query(blocks.limit(limit).resume(next[0])).thenCompose(page -> {
                        capacity = capacity.plus(page.capacity());
                        next[0] = page.next();
                        return settle().thenCompose(settled -> take(page.items(), 0))
                                .thenApply(taken -> {
                                    unsettled = isAscending ? unjoined() : null;
                                    return next[0] != null && !isDone;
                                });
                    });
                })
                .thenCompose(read -> isDone ? CompletableFuture.completedFuture(null) : endGroup())
                .thenApply(read -> {
                    while (!open.isEmpty() && !isDone) {
                        addOpen();
                    }
                    return capacity;
                });
    }

    /** Returns the day of the last items if they are single blocks that may be joined before the next request. */
    private @Nullable TickRange unjoined() {
        TickRange day = group.isEmpty() || BlockItems.isJoined(group.get(0)) ? null : layout.day(groupStart);
        return day != null && store.mayBeJoined(day) ? day : null;
    }

    /**
     * Reads the joined block of a day whose single blocks were asked for before. They are removed when they are joined, and never
     * come back: so either the earlier requests have seen all of them, or this one sees the joined block.
     */
    private CompletableFuture<Void> settle() {
        TickRange day = unsettled;
        if (day == null || isDone) {
            return CompletableFuture.completedFuture(null);
        }
        var place = new BlockLoader.BucketPlace(selected.identity(), day.from());
        return store.loader().load(List.of(place)).thenCompose(found -> {
            BlockLoader.Stored joined = found.get(place);
            if (joined == null || joined.range().to() < day.to()) {
                return CompletableFuture.completedFuture(null);
            }
            return endGroup().thenAccept(ended -> addBuckets(joined.rows()));
        });
    }

    private CompletableFuture<Void> take(List<Item> page, int from) {
        for (int i = from; i < page.size() && !isDone; i++) {
            Item item = page.get(i);
            Long start = start(item);
            if (start == null) {
                continue;
            }
            if (!group.isEmpty() && start != groupStart) {
                CompletableFuture<Void> ended = endGroup();
                if (!ended.isDone() || ended.isCompletedExceptionally()) {
                    int rest = i;
                    return ended.thenCompose(done -> take(page, rest));
                }
            }
            groupStart = start;
            group.add(item);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the start of the bucket of a block, or null for an item of something else. */
    private @Nullable Long start(Item item) {
        return BlockItems.isBlock(item)
                ? layout.parse(schema.keyOf(item))
                        .map(BlockLayout.BlockKey::start)
                        .orElse(null)
                : null;
    }

    /** Adds the rows of the bucket whose items are complete, after the buckets in memory that come before it. */
    private CompletableFuture<Void> endGroup() {
        if (group.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Item> parts = new ArrayList<>(group);
        group.clear();
        if (isDone) {
            return CompletableFuture.completedFuture(null);
        }
        if (!isAscending) {
            Collections.reverse(parts);
        }
        if (parts.size() == 1 && BlockItems.parts(parts.get(0)) == 1 && !BlockItems.isFurther(parts.get(0))) {
            addBlocks(BlockItems.blocks(parts.get(0)));
            return CompletableFuture.completedFuture(null);
        }
        if (!parts.stream().allMatch(BlockItems::isJoined) && isInMemory(layout.bucket(groupStart))) {
            return CompletableFuture.completedFuture(null);
        }
        BlockLoader.Stored whole = store.loader().stored(groupStart, parts);
        if (whole != null) {
            addBuckets(whole.rows());
            return CompletableFuture.completedFuture(null);
        }
        // A bucket of several items was written between the reads of two of them.
        var place = new BlockLoader.BucketPlace(selected.identity(), groupStart);
        return store.loader().load(List.of(place)).thenAccept(found -> {
            BlockLoader.Stored again = found.get(place);
            addBuckets(again == null ? RowSet.EMPTY : again.rows());
        });
    }

    /** Adds the blocks of an item, each of one bucket; decodes those that are wanted. */
    private void addBlocks(List<BlockReader> readers) {
        for (int i = 0; i < readers.size() && !isDone; i++) {
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
        while (!open.isEmpty() && !isDone && isUpTo(open.element().range(), bucket)) {
            addOpen();
        }
        return isDone || (isAscending ? edge >= bucket.to() : edge <= bucket.from());
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
        int from = rows.firstFrom(Math.max(wanted.from(), range.from()));
        int to = rows.firstFrom(Math.min(wanted.to(), range.to()));
        edge = isAscending ? Math.max(edge, range.to()) : Math.min(edge, range.from());
        isDone |= from < to && !sink.accept(rows, from, to);
    }
}
