package dev.varve.series.internal.packed.bucket;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.TickRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The buckets in memory of all identities of one series. Not safe for several threads: {@link RowMemory} holds a lock. */
public final class Tails {

    private final Map<Parts, Tail> tails = new HashMap<>();
    private final NewestRows newest = new NewestRows();
    private long removals;

    /** No bucket ends before this; see {@link #firstEnd}. */
    private long firstEnd = Long.MAX_VALUE;

    /** Returns the number of identities that have buckets in memory. */
    int size() {
        return tails.size();
    }

    @Nullable
    Tail find(Parts identity) {
        return tails.get(identity);
    }

    /** Returns the tail of an identity, a new one if there is none. */
    Tail tail(Parts identity) {
        return tails.computeIfAbsent(identity, id -> new Tail(id, this, newest.known(id)));
    }

    /** Returns the bucket that a clock lies in, or null if it is not in memory. */
    public @Nullable Bucket find(Parts identity, long clock) {
        Tail tail = tails.get(identity);
        return tail == null ? null : tail.find(clock);
    }

    /** Adds a bucket, in place of those that it overlaps. */
    public void put(Parts identity, Bucket bucket) {
        put(tail(identity), bucket);
    }

    /** Adds a bucket to one of these tails. */
    void put(Tail tail, Bucket bucket) {
        tail.put(bucket);
        firstEnd = Math.min(firstEnd, bucket.range().to());
    }

    /**
     * Returns a clock that no bucket in memory ends before. It may be earlier than the end of all of them, because buckets
     * were removed since {@link #findFirstEnd}.
     */
    long firstEnd() {
        return firstEnd;
    }

    /** Looks at all buckets to find the first end of one of them. */
    public void findFirstEnd() {
        long[] first = {Long.MAX_VALUE};
        forEach((identity, bucket) ->
                first[0] = Math.min(first[0], bucket.range().to()));
        firstEnd = first[0];
    }

    /** Returns the buckets of one identity that overlap a range, in order. */
    public List<Bucket> in(Parts identity, TickRange range) {
        Tail tail = tails.get(identity);
        if (tail == null) {
            return List.of();
        }
        return tail.buckets().stream()
                .filter(bucket -> bucket.range().overlaps(range))
                .toList();
    }

    public void forEach(BiConsumer<Parts, Bucket> each) {
        tails.forEach((identity, tail) -> tail.buckets().forEach(bucket -> each.accept(identity, bucket)));
    }

    /** Removes buckets from memory, and identities that have none any more. */
    public void removeIf(BiPredicate<Parts, Bucket> test) {
        tails.entrySet().removeIf(entry -> {
            entry.getValue().removeIf(bucket -> {
                boolean isRemoved = test.test(entry.getKey(), bucket);
                removals += isRemoved ? 1 : 0;
                return isRemoved;
            });
            boolean isEmpty = entry.getValue().buckets().isEmpty();
            if (isEmpty) {
                entry.getValue().dropped();
            }
            return isEmpty;
        });
    }

    /** Returns how many buckets were removed from memory so far. */
    long removals() {
        return removals;
    }

    void clear() {
        removals++;
        tails.values().forEach(Tail::dropped);
        tails.clear();
        newest.clear();
        firstEnd = Long.MAX_VALUE;
    }

    /** Returns the newest row of an identity, or null if it is not known. */
    @Nullable
    NewestRow newest(Parts identity) {
        return newest.find(identity, tails.get(identity));
    }

    /** Notes the newest row of an identity. */
    void newest(Parts identity, Row row) {
        if (newest.isFull()) {
            forgetNewest();
        }
        NewestRows.Known known = newest.put(identity, row);
        Tail tail = tails.get(identity);
        if (tail != null) {
            tail.newestKnown(known);
        }
    }

    /** Notes that a row was stored, or removed if that is said. */
    void changed(Tail tail, long tick, boolean isRemoved) {
        NewestRows.Known known = tail.newestKnown();
        if (known != null && known.isReached(tick)) {
            if (isRemoved) {
                newest.forget(tail.identity());
                tail.newestKnown(null);
            } else {
                known.changed(tick);
            }
        }
    }

    void forgetNewest() {
        newest.clear();
        tails.values().forEach(tail -> tail.newestKnown(null));
    }
}
