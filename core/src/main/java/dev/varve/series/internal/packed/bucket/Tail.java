package dev.varve.series.internal.packed.bucket;

import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The buckets in memory of one identity, in order; nearly always one or two. */
public final class Tail {

    private final Parts identity;
    private final List<Bucket> buckets = new ArrayList<>(1);
    private byte @Nullable [][] encoded;
    private @Nullable Tails owner;
    private NewestRows.@Nullable Known newestKnown;
    private long step;
    private int place;

    /**
     * @param owner the tails that this one is in
     * @param newestKnown what is known of the newest row, or null if nobody asked for it
     */
    Tail(Parts identity, Tails owner, NewestRows.@Nullable Known newestKnown) {
        this.identity = identity;
        this.owner = owner;
        this.newestKnown = newestKnown;
    }

    /** Returns whether this tail is one of these, and was not dropped. */
    @SuppressWarnings("ReferenceEquality") // Exactly these tails.
    boolean isIn(Tails tails) {
        return owner == tails;
    }

    /** Notes that its owner has dropped this tail. */
    void dropped() {
        owner = null;
    }

    NewestRows.@Nullable Known newestKnown() {
        return newestKnown;
    }

    void newestKnown(NewestRows.@Nullable Known known) {
        newestKnown = known;
    }

    public Parts identity() {
        return identity;
    }

    /** Returns the bytes of the identity's parts, which are computed once. */
    public byte[][] encoded(Function<Parts, byte[][]> encode) {
        byte[][] known = encoded;
        if (known == null) {
            known = encode.apply(identity);
            encoded = known;
        }
        return known;
    }

    /** Returns the place of this identity among those of a step, or -1 if it has none yet. */
    public int placeIn(long currentStep) {
        return step == currentStep ? place : -1;
    }

    void placeIn(long currentStep, int newPlace) {
        step = currentStep;
        place = newPlace;
    }

    /** Returns the bucket that a clock lies in, or null if it is not in memory. */
    public @Nullable Bucket find(long clock) {
        int last = buckets.size() - 1;
        if (last >= 0 && buckets.get(last).range().contains(clock)) {
            return buckets.get(last);
        }
        int index = indexOf(clock);
        int at = index >= 0 ? index : -index - 2;
        return at >= 0 && buckets.get(at).range().contains(clock) ? buckets.get(at) : null;
    }

    private int indexOf(long start) {
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

    /** Adds a bucket, in place of those that it overlaps. */
    void put(Bucket bucket) {
        if (find(bucket.range().from()) != null || isJoined(bucket)) {
            buckets.removeIf(other -> other.range().overlaps(bucket.range()));
        }
        int at = -indexOf(bucket.range().from()) - 1;
        if (at > 0) {
            bucket.expect(buckets.get(at - 1).size());
        }
        buckets.add(at, bucket);
    }

    private boolean isJoined(Bucket bucket) {
        return buckets.stream()
                .anyMatch(other -> bucket.range().contains(other.range().from()));
    }

    /** Returns the newest row in memory, or null if there is none. */
    @Nullable
    Row newest() {
        for (int i = buckets.size() - 1; i >= 0; i--) {
            Row last = buckets.get(i).last();
            if (last != null) {
                return last;
            }
        }
        return null;
    }

    List<Bucket> buckets() {
        return buckets;
    }

    void removeIf(Predicate<Bucket> test) {
        buckets.removeIf(test);
    }
}
