package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The buckets in memory of all identities of one series. Not safe for several threads: {@link PackedStore} holds a lock. */
final class Tails {

    /** The buckets of one identity, in order; nearly always one or two. */
    private static final class Tail {
        private final List<Bucket> buckets = new ArrayList<>(1);

        int indexOf(long start) {
            int low = 0;
            int high = buckets.size() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                long found = buckets.get(middle).range().from();
                if (found == start) {
                    return middle;
                } else if (found < start) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -low - 1;
        }
    }

    private final Map<Parts, Tail> tails = new HashMap<>();

    @Nullable
    Bucket find(Parts identity, long start) {
        Tail tail = tails.get(identity);
        int index = tail == null ? -1 : tail.indexOf(start);
        return tail == null || index < 0 ? null : tail.buckets.get(index);
    }

    /** Adds a bucket, in place of one with the same start. */
    void put(Parts identity, Bucket bucket) {
        Tail tail = tails.computeIfAbsent(identity, first -> new Tail());
        int index = tail.indexOf(bucket.range().from());
        if (index >= 0) {
            tail.buckets.set(index, bucket);
        } else {
            tail.buckets.add(-index - 1, bucket);
        }
    }

    /** Returns the buckets of one identity that overlap a range, in order. */
    List<Bucket> in(Parts identity, TickRange range) {
        Tail tail = tails.get(identity);
        if (tail == null) {
            return List.of();
        }
        return tail.buckets.stream()
                .filter(bucket -> bucket.range().overlaps(range))
                .toList();
    }

    void forEach(BiConsumer<Parts, Bucket> each) {
        tails.forEach((identity, tail) -> tail.buckets.forEach(bucket -> each.accept(identity, bucket)));
    }

    /** Removes buckets from memory, and identities that have none any more. */
    void removeIf(BiPredicate<Parts, Bucket> test) {
        tails.entrySet().removeIf(entry -> {
            entry.getValue().buckets.removeIf(bucket -> test.test(entry.getKey(), bucket));
            return entry.getValue().buckets.isEmpty();
        });
    }

    void clear() {
        tails.clear();
    }

    int identities() {
        return tails.size();
    }
}
