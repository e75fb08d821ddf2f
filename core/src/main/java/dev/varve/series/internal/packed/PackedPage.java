package dev.varve.series.internal.packed;

import dev.varve.engine.support.PagePosition;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.table.Capacity;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Select;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page of the rows of one identity: those of its blocks, and those in memory in place of blocks of the same
 * buckets.
 *
 * <p>The rows in memory are looked at first. A row that is sealed and dropped from memory meanwhile is then in its block, or
 * in the view; it is never missed.
 */
final class PackedPage {

    /** The most rows of a page without a limit. */
    private static final int MAX_ROWS = 10_000;

    /** The blocks of the first request, if the page has a limit; later requests read more. */
    private static final int FIRST_BLOCKS = 2;

    /** Which rows a page shows. */
    enum Rows {
        ALL,
        /** Only those that are in blocks. */
        SEALED
    }

    private final Table stored;
    private final TableSchema schema;
    private final PackedStore store;
    private final BlockLayout layout;
    private final Query query;
    private final Parts identity;
    private final boolean isAscending;
    private final int wanted;
    private final Instant now;

    private TickRange range;
    private final Deque<PackedStore.OpenRows> open = new ArrayDeque<>();
    private final List<Item> items = new ArrayList<>();
    private int found;
    private int examined;
    private @Nullable Item last;
    private Capacity capacity = Capacity.NONE;

    // The items of one bucket, until the first of another bucket comes.
    private final List<Item> group = new ArrayList<>();
    private long groupStart;

    PackedPage(Table stored, PackedStore store, Query query, BlockLayout.Selected selected) {
        this.stored = stored;
        this.schema = stored.schema();
        this.store = store;
        this.layout = store.layout();
        this.query = query;
        this.identity = selected.identity();
        this.range = selected.range();
        this.isAscending = query.order() == Query.Order.ASCENDING;
        this.wanted = query.limit() == 0 ? MAX_ROWS : query.limit();
        this.now = store.now();
    }

    CompletableFuture<Page> read(Rows rows) {
        PagePosition resumed = PagePosition.resumed(schema, query);
        if (resumed != null) {
            long tick = layout.ticks(layout.event(resumed.key()).orElseThrow().clock());
            range = isAscending ? new TickRange(tick + 1, range.to()) : new TickRange(range.from(), tick);
        }
        if (range.from() >= range.to()) {
            return CompletableFuture.completedFuture(page());
        }
        if (rows == Rows.ALL) {
            store.open(identity, range).forEach(isAscending ? open::addLast : open::addFirst);
        }
        Query blocks = layout.stored(query, range);
        PageToken[] next = new PageToken[1];
        int[] requests = {0};
        return AsyncLoop.whileTrue(() -> {
                    int limit = query.limit() == 0 ? 0 : FIRST_BLOCKS << Math.min(10, requests[0]++);
                    return stored.query(blocks.limit(limit).resume(next[0])).thenCompose(page -> {
                        capacity = capacity.plus(page.capacity());
                        next[0] = page.next();
                        return take(page.items(), 0).thenApply(taken -> next[0] != null && !isFull());
                    });
                })
                .thenCompose(read -> isFull() ? CompletableFuture.completedFuture(null) : endGroup())
                .thenApply(read -> {
                    while (!open.isEmpty() && !isFull()) {
                        add(open.removeFirst().rows());
                    }
                    return page();
                });
    }

    private boolean isFull() {
        return found >= wanted;
    }

    private Page page() {
        Item end = isFull() ? last : null;
        PageToken next = end == null ? null : PagePosition.of(schema, null, end).token(schema, query);
        return new Page(items, found, examined, next, capacity);
    }

    private CompletableFuture<Void> take(List<Item> page, int from) {
        for (int i = from; i < page.size() && !isFull(); i++) {
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
        while (!open.isEmpty() && isBeforeGroup(open.element().range().from()) && !isFull()) {
            add(open.removeFirst().rows());
        }
        List<Item> blocks = new ArrayList<>(group);
        group.clear();
        if (isFull()) {
            return CompletableFuture.completedFuture(null);
        }
        if (!open.isEmpty() && open.element().range().from() == groupStart) {
            add(open.removeFirst().rows());
            return CompletableFuture.completedFuture(null);
        }
        if (!isAscending) {
            Collections.reverse(blocks);
        }
        BlockLoader.Stored whole = BlockLoader.stored(blocks);
        if (whole != null) {
            add(whole.rows());
            return CompletableFuture.completedFuture(null);
        }
        // A bucket of several items was written between the reads of two of them.
        var place = new BlockLoader.BucketPlace(identity, groupStart);
        return store.loader().load(List.of(place)).thenAccept(found -> {
            BlockLoader.Stored again = found.get(place);
            add(again == null ? RowSet.EMPTY : again.rows());
        });
    }

    private boolean isBeforeGroup(long start) {
        return isAscending ? start < groupStart : start > groupStart;
    }

    private void add(RowSet rows) {
        int from = rows.firstFrom(range.from());
        int to = rows.firstFrom(range.to());
        for (int i = 0; i < to - from && !isFull(); i++) {
            add(rows, isAscending ? from + i : to - 1 - i);
        }
    }

    private void add(RowSet rows, int row) {
        Item item = store.items().item(identity, rows.row(row));
        examined++;
        if (schema.isExpired(item, now) || !query.filter().test(item)) {
            return;
        }
        found++;
        last = item;
        if (query.select() != Select.count()) {
            items.add(query.select().of(item));
        }
    }
}
