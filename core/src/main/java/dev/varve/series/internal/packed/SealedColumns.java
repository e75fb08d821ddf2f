package dev.varve.series.internal.packed;

import dev.varve.block.internal.BlockReader;
import dev.varve.item.Item;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.table.Capacity;
import dev.varve.table.Query;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one identity that are in blocks, column by column. */
final class SealedColumns {

    private final PackedStore store;
    private final BlockLayout.Selected selected;
    private final Consumer<EventColumns> each;
    private final Instant now;

    SealedColumns(PackedStore store, BlockLayout.Selected selected, Consumer<EventColumns> each) {
        this.store = store;
        this.selected = selected;
        this.each = each;
        this.now = store.now();
    }

    CompletableFuture<Capacity> read() {
        Query blocks =
                store.layout().blocks(selected.identity(), selected.range()).consistent();
        return store.stored().query(blocks).thenCompose(page -> {
            List<Item> items = page.next() == null ? blocks(page.items()) : null;
            if (items != null) {
                items.forEach(item -> pass(BlockReader.of(BlockItems.bytes(item))));
                return CompletableFuture.completedFuture(page.capacity());
            }
            return new PackedScan(store, blocks, selected, this::pass)
                    .run(PackedScan.Rows.SEALED, false)
                    .thenApply(capacity -> capacity.plus(page.capacity()));
        });
    }

    /** Returns the blocks among the items, or null if a bucket has several of them. */
    private @Nullable List<Item> blocks(List<Item> items) {
        List<Item> blocks = new ArrayList<>(items.size());
        for (Item item : items) {
            BlockLayout.BlockKey key = BlockItems.isBlock(item)
                    ? store.layout().parse(store.stored().schema().keyOf(item)).orElse(null)
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

    private void pass(BlockReader block) {
        TickRange range = selected.range();
        boolean isAll = block.first() >= range.from() && block.last() < range.to() && isLive(block.first());
        if (isAll) {
            each.accept(PackedColumns.of(store.items(), selected.identity(), block));
        } else if (block.first() < range.to() && block.last() >= range.from()) {
            RowSet rows = BlockRows.rows(block.block());
            pass(rows, rows.firstFrom(range.from()), rows.firstFrom(range.to()));
        }
    }

    private boolean isLive(long tick) {
        return store.items().isLive(tick, now);
    }

    /** Passes the rows from one index to another, exclusive, without those that have expired. */
    private boolean pass(RowSet rows, int from, int to) {
        int live = from;
        while (live < to && !isLive(rows.tick(live))) {
            live++;
        }
        if (live < to) {
            each.accept(PackedColumns.of(store.items(), selected.identity(), rows, live, to));
        }
        return true;
    }
}
