package dev.varve.series.internal.packed;

import dev.varve.feed.Change;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.TouchedEvent;
import java.util.function.Consumer;
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
    void touched(Change change, Consumer<TouchedEvent> each) {
        BlockLayout.BlockKey block = layout.parse(change.key()).orElse(null);
        if (block == null) {
            return;
        }
        RowSet before = rows(change.before());
        RowSet after = rows(change.after());
        int old = 0;
        int now = 0;
        while (old < before.size() || now < after.size()) {
            boolean isOld = now == after.size() || (old < before.size() && before.tick(old) <= after.tick(now));
            boolean isNew = old == before.size() || (now < after.size() && after.tick(now) <= before.tick(old));
            if (!isOld || !isNew || !before.row(old).hasSameValues(after.row(now))) {
                long tick = isNew ? after.tick(now) : before.tick(old);
                each.accept(new TouchedEvent(
                        block.identity(),
                        RowItems.instant(tick, layout.tick()),
                        item(block.identity(), before, isOld ? old : -1),
                        item(block.identity(), after, isNew ? now : -1)));
            }
            old += isOld ? 1 : 0;
            now += isNew ? 1 : 0;
        }
    }

    private static RowSet rows(@Nullable Item block) {
        // Parts of a large bucket are written before they can be read, and marked afterwards.
        return block == null || !BlockItems.isBlock(block) || BlockItems.isUnlinked(block)
                ? RowSet.EMPTY
                : BlockItems.rows(block);
    }

    private Supplier<@Nullable Item> item(Parts identity, RowSet rows, int row) {
        return () -> row < 0 ? null : items.item(identity, rows.row(row));
    }
}
