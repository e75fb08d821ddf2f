package dev.varve.series.internal.packed.read;

import dev.varve.block.internal.BlockReader;
import dev.varve.item.Item;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Capacity;
import dev.varve.table.Consistency;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Key;
import dev.varve.table.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one identity that are in blocks, or all of them, column by column. */
public final class SealedColumns {

    private final VisibleRows visible;
    private final BlockLayout.Selected selected;
    private final Consumer<EventColumns> each;
    private final Instant now;

    public SealedColumns(VisibleRows visible, BlockLayout.Selected selected, Consumer<EventColumns> each) {
        this.visible = visible;
        this.selected = selected;
        this.each = each;
        this.now = visible.now();
    }

    public CompletableFuture<Capacity> read() {
        BlockLayout layout = visible.layout();
        TickRange range = selected.range();
        long start = layout.start(range.from());
        if (start == layout.start(range.to() - 1)) {
            return get(start).thenCompose(result -> {
                Item item = result.item();
                TickRange day = layout.day(start);
                if (item == null && start != day.from() && visible.blocks().mayBeJoined(day)) {
                    // The day is read after its bucket, which is removed when it is joined.
                    return get(day.from())
                            .thenCompose(joined ->
                                    pass(items(joined), result.capacity().plus(joined.capacity())));
                }
                return pass(items(result), result.capacity());
            });
        }
        return visible.stored()
                .query(query())
                .thenCompose(page -> page.next() == null ? pass(page.items(), page.capacity()) : scan(page.capacity()));
    }

    /** Also passes the rows in memory. */
    public CompletableFuture<Capacity> readAll() {
        if (visible.isOnlyWriter()) {
            List<RowMemory.OpenRows> open = visible.memory().open(selected.identity(), selected.range());
            // A bucket in memory has all rows of its block, and no other process can change that.
            if (open.size() == 1 && open.get(0).isHeld() && open.get(0).range().contains(selected.range())) {
                RowSet rows = open.get(0).rows();
                passRows(
                        rows,
                        rows.firstFrom(selected.range().from()),
                        rows.firstFrom(selected.range().to()));
                return CompletableFuture.completedFuture(Capacity.NONE);
            }
        }
        return PackedScan.of(request(), this::passRows).run(PackedScan.Rows.ALL, 0);
    }

    private CompletableFuture<GetResult> get(long start) {
        Key key = visible.layout().key(selected.identity(), start, 0);
        return visible.stored().get(Get.of(key).consistent());
    }

    private static List<Item> items(GetResult result) {
        return result.item() == null ? List.of() : List.of(result.item());
    }

    private Query query() {
        return visible.layout()
                .blocks(selected.identity(), visible.blocks().readRange(selected.range()))
                .consistent();
    }

    private PackedScan.Request request() {
        return new PackedScan.Request(visible, selected, Query.Order.ASCENDING, Consistency.STRONG);
    }

    private CompletableFuture<Capacity> scan(Capacity used) {
        return PackedScan.of(request(), this::passRows)
                .run(PackedScan.Rows.SEALED, 0)
                .thenApply(used::plus);
    }

    private CompletableFuture<Capacity> pass(List<Item> items, Capacity used) {
        List<Item> blocks = blocks(items);
        if (blocks == null) {
            return scan(used);
        }
        blocks.forEach(item -> BlockItems.blocks(item).forEach(this::passBlock));
        return CompletableFuture.completedFuture(used);
    }

    /** Returns the blocks among the items, or null if a bucket has several of them. */
    private @Nullable List<Item> blocks(List<Item> items) {
        List<Item> blocks = new ArrayList<>(items.size());
        for (Item item : items) {
            BlockLayout.BlockKey key = BlockItems.isBlock(item)
                    ? visible.layout()
                            .parse(visible.stored().schema().keyOf(item))
                            .orElse(null)
                    : null;
            if (key != null && (key.part() > 0 || BlockItems.parts(item) > 1)) {
                return null;
            }
            if (key != null) {
                blocks.add(item);
            }
        }
        return blocks;
    }

    private void passBlock(BlockReader block) {
        TickRange range = selected.range();
        boolean isAll = block.first() >= range.from() && block.last() < range.to() && isLive(block.first());
        if (isAll) {
            each.accept(PackedColumns.of(visible.items(), selected.identity(), block));
        } else if (block.first() < range.to() && block.last() >= range.from()) {
            RowSet rows = BlockRows.rows(block.block());
            passRows(rows, rows.firstFrom(range.from()), rows.firstFrom(range.to()));
        }
    }

    private boolean isLive(long tick) {
        return visible.items().isLive(tick, now);
    }

    /** Passes the rows from one index to another, exclusive, without those that have expired. */
    private boolean passRows(RowSet rows, int from, int to) {
        int live = from;
        while (live < to && !isLive(rows.tick(live))) {
            live++;
        }
        if (live < to) {
            each.accept(PackedColumns.of(visible.items(), selected.identity(), rows, live, to));
        }
        return true;
    }
}
