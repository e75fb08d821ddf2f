package dev.varve.series.internal.packed.block;

import dev.varve.block.internal.BlockReader;
import dev.varve.feed.Change;
import dev.varve.item.Item;
import dev.varve.rollup.internal.TouchedEvent;
import dev.varve.rollup.internal.TouchedEvents;
import dev.varve.series.internal.packed.row.RowEquality;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the events that a change of a block added, replaced or removed; pure. */
public final class BlockChanges {

    /** The removals of joined buckets follow at once, in the same transaction. */
    private static final int MAX_JOINED = 10_000;

    private final BlockLayout layout;
    private final RowItems items;

    /**
     * A bucket that was joined.
     *
     * @param version the version that it had
     * @param day the stamp of the joined day
     */
    private record Joined(long version, BlockItems.Stamp day) {

        /** Returns whether this is the bucket, and not one that was written after the day was joined and removed. */
        boolean is(BlockItems.Stamp bucket) {
            return bucket.version() == version
                    && bucket.writer().equals(day.writer())
                    && bucket.through() <= day.through();
        }
    }

    // Guarded by itself. The events of a bucket that is missing here count as changed, which only costs time.
    private final Map<BlockLoader.BucketPlace, Joined> joined = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<BlockLoader.BucketPlace, Joined> eldest) {
            return size() > MAX_JOINED;
        }
    };

    public BlockChanges(BlockLayout layout, RowItems items) {
        this.layout = layout;
        this.items = items;
    }

    /** Passes the events of a changed block to the consumer; none if the change is not one of a block. */
    public void touched(Change change, TouchedEvents each) {
        BlockLayout.BlockKey block = layout.parse(change.key()).orElse(null);
        if (block == null) {
            return;
        }
        Item before = blockOf(change.before());
        Item after = blockOf(change.after());
        if (isJoining(block, before, after) || isRemovedByJoining(block, before, after)) {
            return;
        }
        if (before == null && after != null && !BlockItems.isJoined(after)) {
            added(block, after, each);
        } else if (before != null || after != null) {
            List<BlockReader> old = before == null ? List.of() : BlockItems.blocks(before);
            List<BlockReader> now = after == null ? List.of() : BlockItems.blocks(after);
            changed(block, others(old, now), others(now, old), each);
        }
    }

    /** Returns whether a change joins the buckets of a day, and notes them: their own items are removed by other changes. */
    private boolean isJoining(BlockLayout.BlockKey day, @Nullable Item before, @Nullable Item after) {
        if (after == null || !BlockItems.isJoined(after) || (before != null && BlockItems.isJoined(before))) {
            return false;
        }
        String text = after.text(BlockItems.JOINED);
        if (text.isEmpty()) {
            return false;
        }
        List<BlockReader> blocks = BlockItems.blocks(after);
        List<Long> versions = JoinedVersions.parse(text, blocks.size());
        BlockItems.Stamp stamp = BlockItems.stamp(after);
        Map<BlockLoader.BucketPlace, Joined> places = new LinkedHashMap<>();
        for (int i = 0; i < blocks.size(); i++) {
            long start = layout.start(blocks.get(i).first());
            places.put(new BlockLoader.BucketPlace(day.identity(), start), new Joined(versions.get(i), stamp));
        }
        Joined first = places.get(new BlockLoader.BucketPlace(day.identity(), day.start()));
        boolean isSame = before == null
                ? first == null
                : first != null && first.version() == BlockItems.stamp(before).version();
        if (!isSame) {
            return false;
        }
        synchronized (joined) {
            joined.putAll(places);
        }
        return true;
    }

    private boolean isRemovedByJoining(BlockLayout.BlockKey block, @Nullable Item before, @Nullable Item after) {
        if (after != null || before == null || block.part() > 0 || BlockItems.isJoined(before)) {
            return false;
        }
        synchronized (joined) {
            Joined bucket = joined.get(new BlockLoader.BucketPlace(block.identity(), block.start()));
            return bucket != null && bucket.is(BlockItems.stamp(before));
        }
    }

    /** Returns the rows of the blocks that are not among others. */
    private static RowSet others(List<BlockReader> blocks, List<BlockReader> others) {
        List<RowSet> different = new ArrayList<>();
        for (BlockReader block : blocks) {
            if (others.stream().noneMatch(other -> block.first() == other.first() && block.hasSameCode(other))) {
                different.add(BlockRows.rows(block.block()));
            }
        }
        return different.size() == 1 ? different.get(0) : RowSet.joined(different);
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
