package dev.varve.series.internal.packed;

import org.jspecify.annotations.Nullable;

/** A change that a step has decided and not yet made durable. A later write of the same step to the same row replaces it. */
final class PendingChange {

    private final Tail tail;
    private final Bucket bucket;
    private final long tick;
    private final @Nullable PendingChange before;
    private @Nullable Row row;
    private boolean isCorrection;

    /** @param before the change of the same bucket that was decided before, or null */
    PendingChange(Tail tail, Bucket bucket, long tick, @Nullable Row row, @Nullable PendingChange before) {
        this.tail = tail;
        this.bucket = bucket;
        this.tick = tick;
        this.row = row;
        this.before = before;
    }

    Tail tail() {
        return tail;
    }

    Bucket bucket() {
        return bucket;
    }

    long tick() {
        return tick;
    }

    /** Returns the new row, or null if it is removed. */
    @Nullable
    Row row() {
        return row;
    }

    void row(@Nullable Row newRow) {
        row = newRow;
    }

    /** Returns whether the new row takes the place of a stored one that the writer knew; see {@link RowChange}. */
    boolean isCorrection() {
        return isCorrection;
    }

    void isCorrection(boolean isKnown) {
        isCorrection = isKnown;
    }

    @Nullable
    PendingChange before() {
        return before;
    }
}
