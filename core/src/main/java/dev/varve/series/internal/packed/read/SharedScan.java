package dev.varve.series.internal.packed.read;

import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.others.MergedRows;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The scan of a table that other processes write as well, in which no buckets are joined. If the block of a bucket in memory was
 * written by another process since, the bucket is read again. Rows of other writers that memory has are added to the rows of
 * either, unless these include them.
 */
final class SharedScan extends PackedScan {

    SharedScan(Request request, RangeSink sink) {
        super(request, sink);
    }

    @Override
    int firstBlocks(int limit) {
        return FIRST_BLOCKS;
    }

    @Override
    boolean mustReadConsistently(Rows rows) {
        return rows == Rows.ALL && visible.mustReadConsistently();
    }

    @Override
    CompletableFuture<Boolean> readSingle() {
        return CompletableFuture.completedFuture(false);
    }

    @Override
    CompletableFuture<Void> beforePage() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    void afterPage() {}

    @Override
    CompletableFuture<Void> addRest() {
        return addOpen(every -> true);
    }

    /** Adds buckets in memory that have no block, as long as the test accepts them. */
    private CompletableFuture<Void> addOpen(Predicate<RowMemory.OpenRows> test) {
        return AsyncLoop.whileTrue(() -> {
            if (open.isEmpty() || isDone() || !test.test(open.element())) {
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
        if (!isOld || known.isSealing()) {
            return CompletableFuture.completedFuture(merged(known.rows(), stamp, known));
        }
        var place =
                new BlockLoader.BucketPlace(selected.identity(), known.range().from());
        return visible.refresh(place).thenCompose(refreshed -> {
            RowMemory.OpenRows fresh = visible.memory().open(place);
            return fresh != null && fresh.isHeld()
                    ? CompletableFuture.completedFuture(merged(fresh.rows(), fresh.stamp(), fresh))
                    : loaded(place, fresh);
        });
    }

    private RowSet merged(RowSet rows, BlockItems.@Nullable Stamp stamp, RowMemory.@Nullable OpenRows known) {
        return known == null || known.others().isEmpty()
                ? rows
                : MergedRows.of(rows, stamp, known.others(), visible.state().conflicts());
    }

    /** Reads one bucket consistently. */
    private CompletableFuture<RowSet> loaded(BlockLoader.BucketPlace place, RowMemory.@Nullable OpenRows known) {
        return visible.blocks().loader().load(List.of(place)).thenApply(found -> {
            BlockLoader.Stored again = found.get(place);
            return again == null ? merged(RowSet.EMPTY, null, known) : merged(again.rows(), again.stamp(), known);
        });
    }

    @Override
    CompletableFuture<Void> endGroup() {
        return !hasGroup()
                ? CompletableFuture.completedFuture(null)
                : addOpen(next -> isBeforeGroup(next.range().from())).thenCompose(before -> addGroup());
    }

    private CompletableFuture<Void> addGroup() {
        List<Item> parts = takeGroup();
        if (isDone()) {
            return CompletableFuture.completedFuture(null);
        }
        boolean isOpen = !open.isEmpty() && open.element().range().from() == groupStart;
        RowMemory.OpenRows known = isOpen ? open.removeFirst() : null;
        if (known != null && known.isHeld()) {
            return current(known, BlockItems.stamp(parts.get(0)).version()).thenAccept(this::add);
        }
        BlockLoader.Stored whole = visible.blocks().loader().stored(groupStart, parts);
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
        pass(rows, selected.range().from(), selected.range().to());
    }
}
