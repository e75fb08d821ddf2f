package dev.varve.series.internal.packed.bucket;

import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.others.OtherChanges;
import dev.varve.series.internal.packed.others.OtherRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.TickRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a packed series that are in memory: open buckets, and those that were sealed a short time ago. Thread-safe. Only the
 * loop of the series changes rows, so that between two of its calls they stay as they are.
 */
public final class RowMemory {

    /**
     * Rows of one bucket as memory holds them: those of its block, and those that no block holds yet.
     *
     * @param stamp the block that they were loaded from or sealed into; null for none
     * @param isHeld whether memory has the bucket, with all rows of its block; otherwise it only has rows of other writers
     * @param isSealing whether its block is being written
     */
    public record OpenRows(
            TickRange range,
            RowSet rows,
            BlockItems.@Nullable Stamp stamp,
            boolean isHeld,
            boolean isSealing,
            List<OtherChanges.View> others) {}

    private final BlockLayout layout;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Tails tails = new Tails();
    private final OtherRows others;
    private long lastApplied;

    private volatile TickRange lastRange = new TickRange(0, 0);

    public RowMemory(BlockLayout layout) {
        this.layout = layout;
        this.others = new OtherRows(layout);
    }

    public <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The buckets; only inside {@link #locked}, or in the loop if nothing is changed. */
    public Tails tails() {
        return tails;
    }

    /** The rows of other writers; only inside {@link #locked}. */
    public OtherRows others() {
        return others;
    }

    /** Returns the number of the last record of the journal that is applied. */
    public long lastApplied() {
        return locked(() -> lastApplied);
    }

    /** Applies the changes of a step, which are durable in this record of the journal. */
    public void apply(Step step, long number, long nowMillis) {
        locked(() -> {
            for (int i = 0; i < step.size(); i++) {
                Bucket bucket = step.bucket(i);
                bucket.apply(step, i);
                bucket.changed(number, nowMillis);
                tails.changed(step.tail(i), step.tick(i), step.shape(i) == null);
            }
            lastApplied = number;
            return true;
        });
    }

    /** Applies changes that were read from this record of the journal. */
    public void apply(List<RowChange> changes, long number, long nowMillis) {
        locked(() -> {
            for (RowChange change : changes) {
                Tail tail = tails.tail(change.identity());
                Bucket bucket = tail.find(change.tick());
                if (bucket == null) {
                    bucket = new Bucket(range(change.tick()));
                    tails.put(tail, bucket);
                }
                apply(bucket, change.tick(), change.row());
                bucket.changed(number, nowMillis);
                tails.changed(tail, change.tick(), change.row() == null);
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
    public void add(Set<BlockLoader.BucketPlace> places, Map<BlockLoader.BucketPlace, BlockLoader.Stored> stored) {
        locked(() -> {
            for (BlockLoader.BucketPlace place : places) {
                // Several of them may be joined in one day.
                if (tails.find(place.identity(), place.start()) == null) {
                    tails.put(place.identity(), bucket(place, stored.get(place)));
                }
            }
            return true;
        });
    }

    /** Returns whether a bucket of one identity is in memory that overlaps a range. */
    public boolean hasIn(Parts identity, TickRange range) {
        return locked(() -> !tails.in(identity, range).isEmpty());
    }

    public Bucket bucket(BlockLoader.BucketPlace place, BlockLoader.@Nullable Stored stored) {
        return stored == null ? new Bucket(range(place.start())) : Bucket.of(stored);
    }

    /** Replaces buckets by fresh ones. */
    public void replace(Tails fresh) {
        locked(() -> {
            fresh.forEach(tails::put);
            tails.forgetNewest();
            return true;
        });
    }

    /** Forgets everything, because another process seals these rows. */
    public void clear() {
        locked(() -> {
            tails.clear();
            lastApplied = 0;
            return true;
        });
    }

    /** Drops the buckets that blocks hold completely. */
    public void dropSealed() {
        locked(() -> {
            tails.removeIf((identity, bucket) -> !bucket.isDirty() && !bucket.isSealing());
            return true;
        });
    }

    /** Returns the number of identities that have rows in memory. */
    public int identities() {
        return locked(tails::size);
    }

    /** Returns a clock that no bucket in memory ends before. */
    public long firstEnd() {
        return locked(tails::firstEnd);
    }

    /** Returns an estimate of the memory that the rows take. */
    public long bytes() {
        long[] bytes = new long[1];
        locked(() -> {
            tails.forEach((identity, bucket) -> bytes[0] += bucket.bytes());
            return true;
        });
        return bytes[0];
    }

    /** Returns the rows of one identity: bucket by bucket, in order. */
    public List<OpenRows> open(Parts identity, TickRange range) {
        return locked(() -> {
            NavigableMap<Long, List<OtherChanges.View>> foreign = others.in(identity, range);
            if (foreign.isEmpty()) {
                return tails.in(identity, range).stream()
                        .map(bucket -> open(bucket, List.of()))
                        .toList();
            }
            NavigableMap<Long, OpenRows> found = new TreeMap<>();
            foreign.forEach((start, views) ->
                    found.put(start, new OpenRows(layout.bucket(start), RowSet.EMPTY, null, false, false, views)));
            for (Bucket bucket : tails.in(identity, range)) {
                long start = bucket.range().from();
                found.put(start, open(bucket, foreign.getOrDefault(start, List.of())));
            }
            return List.copyOf(found.values());
        });
    }

    /** Returns the rows of one bucket, or null if memory has none of them. */
    public @Nullable OpenRows open(BlockLoader.BucketPlace place) {
        return locked(() -> {
            Bucket bucket = tails.find(place.identity(), place.start());
            List<OtherChanges.View> views = others.at(place.identity(), place.start());
            if (bucket != null) {
                return open(bucket, views);
            }
            return views.isEmpty()
                    ? null
                    : new OpenRows(layout.bucket(place.start()), RowSet.EMPTY, null, false, false, views);
        });
    }

    private static OpenRows open(Bucket bucket, List<OtherChanges.View> views) {
        return new OpenRows(bucket.range(), bucket.rows(), bucket.stamp(), true, bucket.isSealing(), views);
    }

    /** Notes that the stored rows of rollups include what the block of a bucket held when it was written with this stamp. */
    public void followed(Parts identity, long start, long through) {
        locked(() -> {
            Bucket bucket = tails.find(identity, start);
            if (bucket != null) {
                bucket.followed(through);
            }
            return true;
        });
    }

    /** Returns the times of the buckets of an identity that overlap a range and have rows which stored rollups may lack. */
    public List<TimeRange> open(Parts identity, TimeRange range) {
        TickRange ticks = ticks(range);
        return locked(() -> Stream.concat(
                        tails.in(identity, ticks).stream()
                                .filter(bucket -> !bucket.isFollowed())
                                .map(Bucket::range),
                        others.ranges(identity, ticks).stream())
                .distinct()
                .map(this::time)
                .toList());
    }

    /**
     * Returns the times of {@link #open(Parts, TimeRange)} by identity.
     *
     * @param limit with more identities in memory than this, none is returned
     */
    public Map<Parts, List<TimeRange>> open(TimeRange range, int limit) {
        TickRange ticks = ticks(range);
        Map<TickRange, TimeRange> known = new HashMap<>();
        Map<Parts, List<TimeRange>> found = new HashMap<>();
        BiConsumer<Parts, TickRange> each =
                (identity, bucket) -> found.computeIfAbsent(identity, first -> new ArrayList<>(1))
                        .add(known.computeIfAbsent(bucket, this::time));
        return locked(() -> {
            if (tails.size() + others.identities() <= limit) {
                tails.forEach((identity, bucket) -> {
                    if (!bucket.isFollowed() && bucket.range().overlaps(ticks)) {
                        each.accept(identity, bucket.range());
                    }
                });
                others.forEach(ticks, each);
            }
            return found;
        });
    }

    private TickRange ticks(TimeRange range) {
        return new TickRange(
                layout.ticks(range.from()), Math.max(layout.ticks(range.to()), layout.ticks(range.to()) + 1));
    }

    private TimeRange time(TickRange range) {
        return new TimeRange(
                RowItems.instant(range.from(), layout.tick()), RowItems.instant(range.to(), layout.tick()));
    }

    /** Returns the newest row of an identity, or null if it is not known. */
    public @Nullable NewestRow newest(Parts identity) {
        return locked(() -> tails.newest(identity));
    }

    /** Returns the newest row of each identity, null where it is not known. */
    public List<@Nullable NewestRow> newest(List<Parts> identities) {
        List<@Nullable NewestRow> found = new ArrayList<>(identities.size());
        locked(() -> {
            identities.forEach(identity -> found.add(tails.newest(identity)));
            return true;
        });
        return found;
    }

    /**
     * The newest row of an identity in memory.
     *
     * @param end the end of its bucket, exclusive
     */
    public record HeldRow(Row row, long end) {}

    /** Returns the newest row of an identity that is in memory, or null if none is. */
    public @Nullable HeldRow newestHeld(Parts identity) {
        return locked(() -> {
            Tail tail = tails.find(identity);
            Row row = tail == null ? null : tail.newest();
            Bucket bucket = row == null ? null : Objects.requireNonNull(tail).find(row.tick());
            return bucket == null
                    ? null
                    : new HeldRow(Objects.requireNonNull(row), bucket.range().to());
        });
    }

    /** Returns how many buckets were dropped so far. */
    public long drops() {
        return locked(tails::removals);
    }

    /**
     * Notes the newest row of an identity, as it was read from the table. Rows may have changed since; they are in memory,
     * unless buckets were dropped.
     *
     * @param drops how many buckets were dropped before the row was read
     */
    public void newest(Parts identity, Row read, long drops) {
        locked(() -> {
            if (drops != tails.removals()) {
                return true;
            }
            Tail tail = tails.find(identity);
            Bucket bucket = tail == null ? null : tail.find(layout.start(read.tick()));
            Row latest = tail == null ? null : tail.newest();
            if (latest != null && latest.tick() >= read.tick()) {
                tails.newest(identity, latest);
            } else if (bucket == null || bucket.find(read.tick()) != null) {
                tails.newest(identity, read);
            }
            return true;
        });
    }
}
