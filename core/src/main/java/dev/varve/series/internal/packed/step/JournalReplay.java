package dev.varve.series.internal.packed.step;

import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.bucket.Bucket;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.bucket.Tails;
import dev.varve.series.internal.packed.others.OwnChanges;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.table.Journal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Brings buckets into memory: what their blocks hold, and the changes of the own journal that no block holds. Used only in the
 * loop.
 */
final class JournalReplay {

    private final PackedState state;
    private final BlockLayout layout;
    private final RowMemory memory;
    private final Backlog backlog;
    private boolean mustRead = true;

    JournalReplay(PackedState state, Backlog backlog) {
        this.state = state;
        this.layout = state.layout();
        this.memory = state.memory();
        this.backlog = backlog;
    }

    /** Notes that the end of the journal is not known. */
    void mustRead() {
        mustRead = true;
    }

    /** Reads the journal if its end is not known: when the series is opened, and after an append whose outcome is unknown. */
    CompletableFuture<Void> recovered() {
        if (!mustRead) {
            return CompletableFuture.completedFuture(null);
        }
        Journal journal = state.journals().own();
        return AsyncLoop.whileTrue(() -> journal.read(memory.lastApplied())
                        .thenCompose(entries -> replay(entries).thenApply(replayed -> !entries.isEmpty())))
                .thenAccept(read -> mustRead = false);
    }

    private CompletableFuture<Void> replay(List<Journal.Entry> entries) {
        Iterator<Journal.Entry> rest = entries.iterator();
        return AsyncLoop.whileTrue(() -> rest.hasNext()
                ? replay(rest.next()).thenApply(replayed -> true)
                : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Void> replay(Journal.Entry entry) {
        List<RowChange> changes = state.frames().decode(entry.content());
        return loadFor(changes).thenAccept(loaded -> {
            long millis = state.now().toEpochMilli();
            backlog.read(entry.content().length);
            state.marks().add(entry.number(), entry.content().length, millis);
            memory.apply(unsealed(changes, state.journals().writer(), entry.number()), entry.number(), millis);
        });
    }

    /** Brings the buckets of these changes into memory. */
    CompletableFuture<Void> loadFor(List<RowChange> changes) {
        Set<BlockLoader.BucketPlace> missing = new HashSet<>();
        for (RowChange change : changes) {
            long start = layout.start(change.tick());
            if (memory.tails().find(change.identity(), start) == null) {
                missing.add(new BlockLoader.BucketPlace(change.identity(), start));
            }
        }
        return load(missing);
    }

    /** Brings buckets into memory that are not there. */
    CompletableFuture<Void> load(Set<BlockLoader.BucketPlace> missing) {
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return state.blocks().loader().load(List.copyOf(missing)).thenCompose(found -> {
            // Another process may have joined buckets that are in memory.
            boolean isJoined = found.entrySet().stream()
                    .anyMatch(each -> memory.hasIn(
                            each.getKey().identity(), each.getValue().range()));
            if (isJoined) {
                return reload(List.copyOf(missing));
            }
            memory.add(missing, found);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Returns the changes of a record that the blocks of their buckets in memory do not hold. */
    List<RowChange> unsealed(List<RowChange> changes, String writer, long number) {
        return changes.stream()
                .filter(change -> !isSealed(change, writer, number))
                .toList();
    }

    /** Returns whether the block that a bucket was loaded from holds this change already. */
    private boolean isSealed(RowChange change, String writer, long number) {
        Bucket bucket = memory.tails()
                .find(change.identity(), layout.bucket(change.tick()).from());
        return bucket != null && isSealed(bucket, writer, number);
    }

    private static boolean isSealed(Bucket bucket, String writer, long number) {
        BlockItems.Stamp stamp = bucket.stamp();
        return stamp != null && stamp.through(writer) >= number;
    }

    /** Reads buckets again that another process has written, and applies the own changes of the journal to them. */
    CompletableFuture<Void> reload(List<BlockLoader.BucketPlace> places) {
        return state.blocks().loader().load(places).thenCompose(found -> {
            Tails fresh = new Tails();
            Map<Bucket, Long> dirtyFrom = new HashMap<>();
            memory.locked(() -> {
                for (BlockLoader.BucketPlace place : places) {
                    // Several buckets may be joined in one day. One that is not in memory any more is read when it is
                    // needed.
                    if (fresh.find(place.identity(), place.start()) == null
                            && memory.tails().find(place.identity(), place.start()) != null) {
                        fresh.put(place.identity(), memory.bucket(place, found.get(place)));
                    }
                }
                fresh.forEach((identity, bucket) -> dirtyFrom.put(bucket, dirtyFrom(identity, bucket)));
                return true;
            });
            long first =
                    dirtyFrom.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
            if (first == Long.MAX_VALUE) {
                memory.replace(fresh);
                return CompletableFuture.completedFuture(null);
            }
            // The old buckets stay until all their changes are in the new ones: a read of the journal may fail.
            return replayOwn(first - 1, dirtyFrom, fresh).thenAccept(replayed -> memory.replace(fresh));
        });
    }

    /** Returns the first record with changes of the buckets in memory that a fresh one replaces. */
    private long dirtyFrom(Parts identity, Bucket fresh) {
        return memory.tails().in(identity, fresh.range()).stream()
                .filter(Bucket::isDirty)
                .mapToLong(Bucket::dirtyFrom)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private CompletableFuture<Void> replayOwn(long after, Map<Bucket, Long> dirtyFrom, Tails fresh) {
        long end = memory.lastApplied();
        long[] at = {after};
        long millis = state.now().toEpochMilli();
        return AsyncLoop.whileTrue(() -> state.journals().own().read(at[0]).thenApply(entries -> {
            for (Journal.Entry entry : entries) {
                at[0] = entry.number();
                for (RowChange change : state.frames().decode(entry.content())) {
                    Bucket bucket = fresh.find(change.identity(), change.tick());
                    if (bucket != null
                            && entry.number() >= Objects.requireNonNull(dirtyFrom.get(bucket))
                            && entry.number() <= end
                            && !isSealed(bucket, state.journals().writer(), entry.number())) {
                        OwnChanges.apply(change, bucket, state.conflicts());
                        bucket.changed(entry.number(), millis);
                    }
                }
            }
            return !entries.isEmpty() && at[0] < end;
        }));
    }
}
