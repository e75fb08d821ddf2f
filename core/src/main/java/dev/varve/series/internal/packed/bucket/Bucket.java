package dev.varve.series.internal.packed.bucket;

import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLoader;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.Shape;
import dev.varve.series.internal.packed.row.TickRange;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one series in one bucket of time, in memory: what its block holds, and what the journal holds after that. Not
 * safe for several threads; readers use {@link #rows}.
 */
public final class Bucket extends GrowingRows {

    private final TickRange range;

    /** The state of the stored block, null if there is none, and the number of its parts. */
    private BlockItems.@Nullable Stamp stamp;

    private int parts;
    private @Nullable String generation;

    /** The number of the first journal record that changed this bucket since it was sealed; 0 if there is none. */
    private long dirtyFrom;

    private long dirtyTo;

    /** The last record of the journal that stored rows of rollups include. */
    private long followedTo;

    /** When the bucket was first changed since it was sealed, or when it was sealed. */
    private long sinceMillis;

    private boolean isSealing;
    private int pending = Step.NONE;

    public Bucket(TickRange range) {
        this.range = range;
    }

    /** Returns a bucket with the rows of a stored block. */
    public static Bucket of(BlockLoader.Stored stored) {
        Bucket bucket = new Bucket(stored.range());
        bucket.take(stored.rows());
        bucket.stamp = stored.stamp();
        bucket.parts = stored.parts();
        bucket.generation = stored.generation();
        return bucket;
    }

    public TickRange range() {
        return range;
    }

    public BlockItems.@Nullable Stamp stamp() {
        return stamp;
    }

    /** Returns the version of the stored block, 0 for none. */
    public long version() {
        return stamp == null ? 0 : stamp.version();
    }

    public int parts() {
        return parts;
    }

    /** Returns whether the stored bucket was too large for one transaction, or a process ended while it wrote it so. */
    public boolean isLarge() {
        return generation != null || isUnfinished();
    }

    /** Returns whether a process ended before it had completed a large bucket; it must be written again. */
    public boolean isUnfinished() {
        return stamp != null && stamp.through() == 0;
    }

    public boolean isDirty() {
        return dirtyFrom != 0;
    }

    public long dirtyFrom() {
        return dirtyFrom;
    }

    public long dirtyTo() {
        return dirtyTo;
    }

    /** Returns when the bucket was first changed since it was sealed; when it was sealed, if it is not dirty. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** Notes that a journal record changed this bucket. */
    public void changed(long number, long nowMillis) {
        if (dirtyFrom == 0) {
            dirtyFrom = number;
            sinceMillis = nowMillis;
        }
        dirtyTo = Math.max(dirtyTo, number);
    }

    /** Notes that a block holds everything up to a journal record. */
    public void sealed(BlockItems.Stamp newStamp, int newParts, @Nullable String newGeneration, long nowMillis) {
        stamp = newParts == 0 ? null : newStamp;
        parts = newParts;
        generation = newGeneration;
        // Where newer records changed it, the first of them is not known: the one after the sealed ones is a safe
        // bound.
        dirtyFrom = dirtyTo > newStamp.through() ? newStamp.through() + 1 : 0;
        if (dirtyFrom == 0) {
            sinceMillis = nowMillis;
        }
    }

    /** Notes that stored rows of rollups include everything up to a journal record. */
    void followed(long through) {
        followedTo = Math.max(followedTo, through);
    }

    /** Returns whether a block holds all rows, and stored rows of rollups include them. */
    boolean isFollowed() {
        return dirtyFrom == 0 && stamp != null && stamp.through() <= followedTo;
    }

    /** Returns the place of the newest change in the current step, or {@link Step#NONE}. */
    int pending() {
        return pending;
    }

    void pending(int change) {
        pending = change;
    }

    /** Returns whether a block with a view of these rows is being written. */
    public boolean isSealing() {
        return isSealing;
    }

    public void sealing(boolean isInProgress) {
        isSealing = isInProgress;
    }

    /** Makes a change of a step. */
    void apply(Step step, int change) {
        long tick = step.tick(change);
        Shape shape = step.shape(change);
        if (shape == null) {
            remove(tick);
        } else {
            put(tick, shape, step.numbers(change), step.start(change), step.texts(change));
        }
    }
}
