package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The buckets in memory of all identities of one series. Not safe for several threads: {@link RowMemory} holds a lock. */
final class Tails {

    private final Map<Parts, Tail> tails = new HashMap<>();
    private long removals;

    @Nullable
    Tail find(Parts identity) {
        return tails.get(identity);
    }

    /** Returns the tail of an identity, a new one if there is none. */
    Tail tail(Parts identity) {
        return tails.computeIfAbsent(identity, Tail::new);
    }

    /** Returns the bucket that a clock lies in, or null if it is not in memory. */
    @Nullable
    Bucket find(Parts identity, long clock) {
        Tail tail = tails.get(identity);
        return tail == null ? null : tail.find(clock);
    }

    /** Adds a bucket, in place of those that it overlaps. */
    void put(Parts identity, Bucket bucket) {
        tail(identity).put(bucket);
    }

    /** Returns the buckets of one identity that overlap a range, in order. */
    List<Bucket> in(Parts identity, TickRange range) {
        Tail tail = tails.get(identity);
        if (tail == null) {
            return List.of();
        }
        return tail.buckets().stream()
                .filter(bucket -> bucket.range().overlaps(range))
                .toList();
    }

    void forEach(BiConsumer<Parts, Bucket> each) {
        tails.forEach((identity, tail) -> tail.buckets().forEach(bucket -> each.accept(identity, bucket)));
    }

    /** Removes buckets from memory, and identities that have none any more. */
    void removeIf(BiPredicate<Parts, Bucket> test) {
        tails.entrySet().removeIf(entry -> {
            entry.getValue().removeIf(bucket -> {
                boolean isRemoved = test.test(entry.getKey(), bucket);
                removals += isRemoved ? 1 : 0;
                return isRemoved;
            });
            return entry.getValue().buckets().isEmpty();
        });
    }

    /** Returns how many buckets were removed from memory so far. */
    long removals() {
        return removals;
    }

    void clear() {
        removals++;
        tails.clear();
    }
}
