package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a packed series that are in memory: open buckets, and those that were sealed a short time ago. Thread-safe. Only the
 * loop of the {@link PackedStore} changes rows, so that between two of its calls they stay as they are.
 */
final class RowMemory {

    /** Rows of one bucket as memory holds them: those of its block, and those that no block holds yet. */
    record OpenRows(TickRange range, RowSet rows, boolean isDirty) {}

    private final BlockLayout layout;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Tails tails = new Tails();
    private final NewestRows newest = new NewestRows();
    private long lastApplied;

    private volatile TickRange lastRange = new TickRange(0, 0);

    RowMemory(BlockLayout layout) {
        this.layout = layout;
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The buckets; only inside {@link #locked}, or in the loop if nothing is changed. */
    Tails tails() {
        return tails;
    }

    /** Returns the number of the last record of the journal that is applied. */
    long lastApplied() {
        return locked(() -> lastApplied);
    }

    /** Applies the changes of a step, which are durable in this record of the journal. */
    void apply(Step step, long number, long nowMillis) {
        locked(() -> {
            for (PendingChange change : step.changes()) {
                apply(change.bucket(), change.tick(), change.row());
                change.bucket().changed(number, nowMillis);
                newest.changed(change.tail().identity(), change.tick(), change.row());
            }
            lastApplied = number;
            return true;
        });
    }

    /** Applies changes that were read from this record of the journal. */
    void apply(List<RowChange> changes, long number, long nowMillis) {
        locked(() -> {
            for (RowChange change : changes) {
                TickRange range = range(change.tick());
                Bucket bucket = tails.find(change.identity(), range.from());
                if (bucket == null) {
                    bucket = new Bucket(range);
                    tails.put(change.identity(), bucket);
                }
                apply(bucket, change.tick(), change.row());
                bucket.changed(number, nowMillis);
                newest.changed(change.identity(), change.tick(), change.row());
            }
            lastApplied = number;
            return true;
        });
    }

    /** Returns the range of the bucket of a clock. Buckets of one time share it, because there are as many as identities. */
    private TickRange range(long tick) {
        TickRange last = lastRange;
        if (tick < last.from() || tick >= last.to()) {
            last = layout.bucket(tick);
            lastRange = last;
        }
        return last;
    }

    private static void apply(Bucket bucket, long tick, @Nullable Row row) {
        if (row == null) {
            bucket.remove(tick);
        } else {
            bucket.put(row);
        }
    }

    /** Adds buckets that were not in memory, with what is stored of them. */
    void add(Set<BlockLoader.BucketPlace> places, Map<BlockLoader.BucketPlace, BlockLoader.Stored> stored) {
        locked(() -> {
            places.forEach(place -> tails.put(place.identity(), bucket(place, stored.get(place))));
            return true;
        });
    }

    Bucket bucket(BlockLoader.BucketPlace place, BlockLoader.@Nullable Stored stored) {
        TickRange range = range(place.start());
        return stored == null ? new Bucket(range) : Bucket.of(range, stored);
    }

    /** Replaces buckets by fresh ones. */
    void replace(Map<BlockLoader.BucketPlace, Bucket> fresh) {
        locked(() -> {
            fresh.forEach((place, bucket) -> tails.put(place.identity(), bucket));
            newest.clear();
            return true;
        });
    }

    /** Forgets everything, because another process seals these rows. */
    void clear() {
        locked(() -> {
            tails.clear();
            newest.clear();
            lastApplied = 0;
            return true;
        });
    }

    /** Drops the buckets that blocks hold completely. */
    void dropSealed() {
        locked(() -> {
            tails.removeIf((identity, bucket) -> !bucket.isDirty() && !bucket.isSealing());
            return true;
        });
    }

    /** Returns an estimate of the memory that the rows take. */
    long bytes() {
        long[] bytes = new long[1];
        locked(() -> {
            tails.forEach((identity, bucket) -> bytes[0] += bucket.bytes());
            return true;
        });
        return bytes[0];
    }

    /** Returns the rows of one identity: bucket by bucket, in order. */
    List<OpenRows> open(Parts identity, TickRange range) {
        return locked(() -> tails.in(identity, range).stream()
                .map(bucket -> new OpenRows(bucket.range(), bucket.rows(), bucket.isDirty()))
                .toList());
    }

    /** Returns the times of the buckets of an identity that the test accepts, as far as they overlap a range. */
    List<TimeRange> times(Parts identity, TimeRange range, Predicate<Bucket> test) {
        TickRange ticks = new TickRange(
                layout.ticks(range.from()), Math.max(layout.ticks(range.to()), layout.ticks(range.to()) + 1));
        return locked(() -> tails.in(identity, ticks).stream()
                .filter(test)
                .map(Bucket::range)
                .map(each -> new TimeRange(
                        RowItems.instant(each.from(), layout.tick()), RowItems.instant(each.to(), layout.tick())))
                .toList());
    }

    /** Returns the newest row of an identity, or null if it is not known. */
    @Nullable
    NewestRow newest(Parts identity) {
        return locked(() -> newest.find(identity));
    }

    /** Returns the newest row of each identity, null where it is not known. */
    List<@Nullable NewestRow> newest(List<Parts> identities) {
        List<@Nullable NewestRow> found = new ArrayList<>(identities.size());
        locked(() -> {
            identities.forEach(identity -> found.add(newest.find(identity)));
            return true;
        });
        return found;
    }

    /** Returns how many buckets were dropped so far. */
    long drops() {
        return locked(tails::removals);
    }

    /**
     * Notes the newest row of an identity, as it was read from the table. Rows may have changed since; they are in memory,
     * unless buckets were dropped.
     *
     * @param drops how many buckets were dropped before the row was read
     */
    void newest(Parts identity, Row read, long drops) {
        locked(() -> {
            if (drops != tails.removals()) {
                return true;
            }
            Tail tail = tails.find(identity);
            Bucket bucket = tail == null ? null : tail.find(layout.start(read.tick()));
            Row latest = tail == null ? null : tail.newest();
            if (latest != null && latest.tick() >= read.tick()) {
                newest.put(identity, latest);
            } else if (bucket == null || bucket.find(read.tick()) != null) {
                newest.put(identity, read);
            }
            return true;
        });
    }
}
