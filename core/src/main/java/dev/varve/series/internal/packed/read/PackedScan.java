package dev.varve.series.internal.packed.read;

import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Select;
import dev.varve.table.Table;
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
public abstract sealed class PackedScan permits OwnScan, SharedScan {

    /** The fewest blocks of the first request, if the number of rows is limited; later requests read more. */
    static final int FIRST_BLOCKS = 2;

    /** Which rows a scan shows. */
    public enum Rows {
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

    /**
     * What a scan reads.
     *
     * @param selected the rows to read; the range must not be empty
     */
    record Request(VisibleRows visible, BlockLayout.Selected selected, Query.Order order, Consistency consistency) {

        boolean isAscending() {
            return order == Query.Order.ASCENDING;
        }
    }

    final VisibleRows visible;
    final BlockLayout layout;
    final BlockLayout.Selected selected;
    final Consistency consistency;
    final boolean isAscending;

    /** The buckets in memory that are still to come. */
    final Deque<RowMemory.OpenRows> open = new ArrayDeque<>();

    /** The start of the bucket whose items are being collected. */
    long groupStart;

    private final Table stored;
    private final RangeSink sink;
    private Capacity capacity = Capacity.NONE;
    private boolean isDone;

    // The items of one bucket, until the first of another bucket comes.
    private final List<Item> group = new ArrayList<>();

    PackedScan(Request request, RangeSink sink) {
        this.visible = request.visible();
        this.stored = visible.stored();
        this.layout = visible.layout();
        this.selected = request.selected();
        this.consistency = request.consistency();
        this.isAscending = request.isAscending();
        this.sink = sink;
    }

    /** Returns a scan that passes its rows one by one. */
    static PackedScan ofEach(Request request, Sink sink) {
        boolean isAscending = request.isAscending();
        return of(request, (rows, from, to) -> {
            boolean wantsMore = true;
            for (int i = 0; i < to - from && wantsMore; i++) {
                wantsMore = sink.accept(rows, isAscending ? from + i : to - 1 - i);
            }
            return wantsMore;
        });
    }

    /** Returns a scan of rows that lie together; these are passed in ascending order, whatever the order of the scan. */
    static PackedScan of(Request request, RangeSink sink) {
        return request.visible().isOnlyWriter() ? new OwnScan(request, sink) : new SharedScan(request, sink);
    }

    /**
     * Passes the rows to the sink until it wants no more; returns the capacity that was consumed.
     *
     * @param limit about how many rows are wanted; 0 for all
     */
    final CompletableFuture<Capacity> run(Rows rows, int limit) {
        if (rows == Rows.ALL) {
            visible.memory()
                    .open(selected.identity(), selected.range())
                    .forEach(isAscending ? open::addLast : open::addFirst);
        }
        return readSingle().thenCompose(isRead -> {
            if (isRead) {
                return addRest().thenApply(added -> capacity);
            }
            return readAll(query(rows), limit == 0 ? 0 : firstBlocks(limit));
        });
    }

    private CompletableFuture<Capacity> readAll(Query query, int firstBlocks) {
        PageToken[] next = new PageToken[1];
        int[] requests = {0};
        return AsyncLoop.whileTrue(() -> {
                    int limit = firstBlocks << Math.min(10, requests[0]++);
                    return stored.query(query.limit(limit).resume(next[0])).thenCompose(page -> {
                        capacity = capacity.plus(page.capacity());
                        next[0] = page.next();
                        return beforePage()
                                .thenCompose(ready -> take(page.items(), 0))
                                .thenApply(taken -> {
                                    afterPage();
                                    return next[0] != null && !isDone;
                                });
                    });
                })
                .thenCompose(read -> isDone ? CompletableFuture.completedFuture(null) : endGroup())
                .thenCompose(read -> addRest())
                .thenApply(read -> capacity);
    }

    /** Returns the query for the blocks of the selected rows. */
    private Query query(Rows rows) {
        Query query = layout.blocks(selected.identity(), visible.blocks().readRange(selected.range()));
        query = isAscending ? query : query.descending();
        return consistency == Consistency.STRONG || mustReadConsistently(rows) ? query.consistent() : query;
    }

    /** Returns the number of blocks of the first request, if this many rows are wanted. */
    abstract int firstBlocks(int limit);

    /** Returns whether blocks must be read consistently, whatever the caller wants. */
    abstract boolean mustReadConsistently(Rows rows);

    /** Reads the selected rows if they can only be in one item, without a query; returns whether they were read. */
    abstract CompletableFuture<Boolean> readSingle();

    /** Reads an item by its key. */
    final CompletableFuture<@Nullable Item> item(Key key) {
        return stored.get(new Get(key, consistency, Select.all())).thenApply(result -> {
            capacity = capacity.plus(result.capacity());
            return result.item();
        });
    }

    /** Is called after a page was read, before its items are taken. */
    abstract CompletableFuture<Void> beforePage();

    /** Is called after the items of a page were taken; some may wait for the rest of their bucket. */
    abstract void afterPage();

    /** Adds the rows of the bucket whose items are complete, after the buckets in memory that come before it. */
    abstract CompletableFuture<Void> endGroup();

    /** Adds the buckets in memory that come after all blocks. */
    abstract CompletableFuture<Void> addRest();

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
                ? layout.parse(stored.schema().keyOf(item))
                        .map(BlockLayout.BlockKey::start)
                        .orElse(null)
                : null;
    }

    final boolean isDone() {
        return isDone;
    }

    final boolean hasGroup() {
        return !group.isEmpty();
    }

    /** Returns whether the items that wait are a joined block. */
    final boolean isGroupJoined() {
        return BlockItems.isJoined(group.get(0));
    }

    /** Returns the items of the bucket, in the order of their keys, and forgets them. */
    final List<Item> takeGroup() {
        List<Item> parts = new ArrayList<>(group);
        group.clear();
        if (!isAscending) {
            Collections.reverse(parts);
        }
        return parts;
    }

    /** Passes the rows of a range of clocks. */
    final void pass(RowSet rows, long fromTick, long toTick) {
        int from = rows.firstFrom(fromTick);
        int to = rows.firstFrom(toTick);
        isDone |= from < to && !sink.accept(rows, from, to);
    }
}
