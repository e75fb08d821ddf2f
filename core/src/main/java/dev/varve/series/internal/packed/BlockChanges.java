package dev.varve.series.internal.packed;

import dev.varve.block.internal.BlockReader;
import dev.varve.feed.Change;
import dev.varve.item.Item;
import dev.varve.rollup.internal.TouchedEvent;
import dev.varve.rollup.internal.TouchedEvents;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the events that a change of a block added, replaced or removed; pure. */
final class BlockChanges {

    private final BlockLayout layout;
    private final RowItems items;

    BlockChanges(BlockLayout layout, RowItems items) {
        this.layout = layout;
        this.items = items;
    }

    /** Passes the events of a changed block to the consumer; none if the change is not one of a block. */
    void touched(Change change, TouchedEvents each) {
        BlockLayout.BlockKey block = layout.parse(change.key()).orElse(null);
        if (block == null) {
            return;
        }
        Item before = blockOf(change.before());
        Item after = blockOf(change.after());
        if (before == null && after != null) {
            added(block, after, each);
        } else if (before != null) {
            changed(block, BlockItems.rows(before), after == null ? RowSet.EMPTY : BlockItems.rows(after), each);
        }
    }

    private static @Nullable Item blockOf(@Nullable Item item) {
        // Parts of a large bucket are written before they can be read, and marked afterwards.
        return item == null || !BlockItems.isBlock(item) || BlockItems.isUnlinked(item) ? null : item;
    }

    /** Passes the events of a new block. Most lie in one bucket of a rollup: then its header is enough. */
    private void added(BlockLayout.BlockKey block, Item item, TouchedEvents each) {
        BlockReader reader = BlockReader.of(BlockItems.bytes(item));
        long tick = reader.first();
        long[] times = null;
        int next = 0;
        while (true) {
            Instant covered = each.accept(event(block, tick, () -> null, added(block, item, tick)));
            if (instant(reader.last()).isBefore(covered)) {
                return;
            }
            times = times == null ? reader.times() : times;
            do {
                next++;
            } while (next < times.length && instant(times[next]).isBefore(covered));
            if (next == times.length) {
                return;
            }
            tick = times[next];
        }
    }

    private Supplier<@Nullable Item> added(BlockLayout.BlockKey block, Item item, long tick) {
        return () -> {
            RowSet rows = BlockItems.rows(item);
            return items.item(block.identity(), rows.row(rows.find(tick)));
        };
    }

    private void changed(BlockLayout.BlockKey block, RowSet before, RowSet after, TouchedEvents each) {
        RowEquality values = new RowEquality(before, after);
        Instant covered = Instant.MIN;
        int old = 0;
        int now = 0;
        while (old < before.size() || now < after.size()) {
            boolean isOld = now == after.size() || (old < before.size() && before.tick(old) <= after.tick(now));
            boolean isNew = old == before.size() || (now < after.size() && after.tick(now) <= before.tick(old));
            long tick = isNew ? after.tick(now) : before.tick(old);
            boolean isTouched =
                    isOld ? !isNew || !values.isSame(old, now) : !instant(tick).isBefore(covered);
            if (isTouched) {
                covered = each.accept(event(
                        block, tick, item(block, before, isOld ? old : -1), item(block, after, isNew ? now : -1)));
            }
            old += isOld ? 1 : 0;
            now += isNew ? 1 : 0;
        }
    }

    private TouchedEvent event(
            BlockLayout.BlockKey block, long tick, Supplier<@Nullable Item> before, Supplier<@Nullable Item> after) {
        return new TouchedEvent(block.identity(), instant(tick), before, after);
    }

    private Instant instant(long tick) {
        return RowItems.instant(tick, layout.tick());
    }

    private Supplier<@Nullable Item> item(BlockLayout.BlockKey block, RowSet rows, int row) {
        return () -> row < 0 ? null : items.item(block.identity(), rows.row(row));
    }
}
