package dev.varve.series.internal.packed;

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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The {@link PackedScan} of a table that other processes write as well, in which no buckets are joined.
 *
 * <p>It reads the rows of one identity in order: those of its blocks, and those in memory in place of blocks of the same buckets.
 *
 * <p>The rows in memory are looked at first. A row that is sealed and dropped from memory meanwhile is then in its block, or
 * in the view; it is never missed. If the block of a bucket in memory was written by another process since, the bucket is read
 * again. Rows of other writers that memory has are added to the rows of either, unless these include them.
 */
final class SharedScan {

    /** The blocks of the first request, if few rows are wanted; later requests read more. */
    private static final int FIRST_BLOCKS = 2;

    private final Table stored;
    private final TableSchema schema;
    private final PackedStore store;
    private final BlockLayout layout;
    private final Query blocks;
    private final BlockLayout.Selected selected;
    private final boolean isAscending;
    private final PackedScan.RangeSink sink;

    private final Deque<RowMemory.OpenRows> open = new ArrayDeque<>();
    private Capacity capacity = Capacity.NONE;
    private boolean isDone;

    // The items of one bucket, until the first of another bucket comes.
    private final List<Item> group = new ArrayList<>();
    private long groupStart;

    /** Creates a scan of rows that lie together; these are passed in ascending order, whatever the order of the scan. */
    SharedScan(PackedStore store, Query blocks, BlockLayout.Selected selected, PackedScan.RangeSink sink) {
        this.stored = store.stored();
        this.schema = stored.schema();
        this.store = store;
        this.layout = store.layout();
        this.blocks = blocks;
        this.selected = selected;
        this.isAscending = blocks.order() == Query.Order.ASCENDING;
        this.sink = sink;
    }

    /**
     * Passes the rows to the sink until it wants no more; returns the capacity that was consumed.
     *
     * @param isShort whether few rows are wanted
     */
    CompletableFuture<Capacity> run(PackedScan.Rows rows, boolean isShort) {
        if (rows == PackedScan.Rows.ALL) {
            store.memory()
                    .open(selected.identity(), selected.range())
                    .forEach(isAscending ? open::addLast : open::addFirst);
        }
        Query query =
                rows == PackedScan.Rows.ALL && store.others().mustReadConsistently() ? blocks.consistent() : blocks;
        PageToken[] next = new PageToken[1];
        int[] requests = {0};
        return AsyncLoop.whileTrue(() -> {
                    int limit = isShort ? FIRST_BLOCKS << Math.min(10, requests[0]++) : 0;
                    return stored.query(query.limit(limit).resume(next[0])).thenCompose(page -> {
                        capacity = capacity.plus(page.capacity());
                        next[0] = page.next();
                        return take(page.items(), 0).thenApply(taken -> next[0] != null && !isDone);
                    });
                })
                .thenCompose(read -> isDone ? CompletableFuture.completedFuture(null) : endGroup())
                .thenCompose(read -> addOpen(every -> true))
                .thenApply(read -> capacity);
    }

    /** Adds buckets in memory that have no block, as long as the test accepts them. */
    private CompletableFuture<Void> addOpen(Predicate<RowMemory.OpenRows> test) {
        return AsyncLoop.whileTrue(() -> {
            if (open.isEmpty() || isDone || !test.test(open.element())) {
                return CompletableFuture.completedFuture(false);
            }
            RowMemory.OpenRows next = open.removeFirst();
            return current(next, 0).thenApply(rows -> {
                add(rows);
                return true;
            });
        });
    }

    /**
     * Returns the rows of a bucket in memory, together with those of other writers.
     *
     * @param version the version of the block that was read, 0 if there is none
     */
    private CompletableFuture<RowSet> current(RowMemory.OpenRows known, long version) {
        BlockItems.Stamp stamp = known.stamp();
        long knownVersion = stamp == null ? 0 : stamp.version();
        boolean isOld = version > knownVersion || (version == 0 && knownVersion > 0);
        if (!isOld || store.isOnlyWriter() || known.isSealing()) {
            return CompletableFuture.completedFuture(merged(known.rows(), stamp, known));
        }
        var place =
                new BlockLoader.BucketPlace(selected.identity(), known.range().from());
        return store.refresh(place).thenCompose(refreshed -> {
            RowMemory.OpenRows fresh = store.memory().open(place);
            return fresh != null && fresh.isHeld()
                    ? CompletableFuture.completedFuture(merged(fresh.rows(), fresh.stamp(), fresh))
                    : loaded(place, fresh);
        });
    }

    private RowSet merged(RowSet rows, BlockItems.@Nullable Stamp stamp, RowMemory.@Nullable OpenRows known) {
        return known == null || known.others().isEmpty()
                ? rows
                : MergedRows.of(rows, stamp, known.others(), store.conflicts());
    }

    /** Reads one bucket consistently. */
    private CompletableFuture<RowSet> loaded(BlockLoader.BucketPlace place, RowMemory.@Nullable OpenRows known) {
        return store.loader().load(List.of(place)).thenApply(found -> {
            BlockLoader.Stored again = found.get(place);
            return again == null ? merged(RowSet.EMPTY, null, known) : merged(again.rows(), again.stamp(), known);
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
        return addOpen(next -> isBeforeGroup(next.range().from())).thenCompose(before -> addGroup());
    }

    private CompletableFuture<Void> addGroup() {
        List<Item> parts = new ArrayList<>(group);
        group.clear();
        if (isDone) {
            return CompletableFuture.completedFuture(null);
        }
        if (!isAscending) {
            Collections.reverse(parts);
        }
        boolean isOpen = !open.isEmpty() && open.element().range().from() == groupStart;
        RowMemory.OpenRows known = isOpen ? open.removeFirst() : null;
        if (known != null && known.isHeld()) {
            return current(known, BlockItems.stamp(parts.get(0)).version()).thenAccept(this::add);
        }
        BlockLoader.Stored whole = store.loader().stored(groupStart, parts);
        if (whole != null) {
            add(merged(whole.rows(), whole.stamp(), known));
            return CompletableFuture.completedFuture(null);
        }
        // A bucket of several items was written between the reads of two of them.
        return loaded(new BlockLoader.BucketPlace(selected.identity(), groupStart), known)
                .thenAccept(this::add);
    }

    private boolean isBeforeGroup(long start) {
        return isAscending ? start < groupStart : start > groupStart;
    }

    private void add(RowSet rows) {
        int from = rows.firstFrom(selected.range().from());
        int to = rows.firstFrom(selected.range().to());
        isDone |= from < to && !sink.accept(rows, from, to);
    }
}
