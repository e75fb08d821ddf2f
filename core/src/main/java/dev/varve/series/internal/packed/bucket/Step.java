package dev.varve.series.internal.packed.bucket;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.row.Shape;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Condition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides the writes of one step against the rows before them. Nothing changes until the step is durable.
 *
 * <p>The changes are columns, and the row of a change stays in the batch that it came with. An append whose clock is later than
 * those of all rows of its bucket, stored and decided, cannot meet another row, so that nothing is looked up for it.
 */
public final class Step {

    /** No change. */
    static final int NONE = -1;

    private final long number;
    private final Tails tails;
    private final BiFunction<Parts, Row, @Nullable Item> visible;
    private final List<Tail> series = new ArrayList<>();

    private int size;
    private Tail[] changedTails;
    private Bucket[] buckets;
    private long[] ticks;

    /** The change of the same bucket that was decided before, and the latest clock of all of them. */
    private int[] before;

    private long[] latest;

    /** The new row: one of a batch, or one by itself. A removed row has neither. */
    private @Nullable RowBatch[] batches;

    private int[] places;
    private @Nullable Row[] rows;
    private final BitSet corrections = new BitSet();

    /**
     * @param number different from that of every other step
     * @param visible returns the item of a row, or null if it has expired
     * @param capacity how many changes are expected
     */
    public Step(long number, Tails tails, BiFunction<Parts, Row, @Nullable Item> visible, int capacity) {
        this.number = number;
        this.tails = tails;
        this.visible = visible;
        this.changedTails = new Tail[capacity];
        this.buckets = new Bucket[capacity];
        this.ticks = new long[capacity];
        this.before = new int[capacity];
        this.latest = new long[capacity];
        this.batches = new RowBatch[capacity];
        this.places = new int[capacity];
        this.rows = new Row[capacity];
    }

    /** Returns a step that makes these changes, of buckets that nobody reads. */
    public static Step of(List<RowChange> changes) {
        Tails tails = new Tails();
        Bucket none = new Bucket(new TickRange(Long.MIN_VALUE, Long.MAX_VALUE));
        Step step = new Step(1, tails, (identity, row) -> null, changes.size());
        for (RowChange change : changes) {
            int index = step.add(tails.tail(change.identity()), none, change.tick());
            step.rows[index] = change.row();
            step.corrections.set(index, change.isCorrection());
        }
        return step;
    }

    /** Returns the number of changes; each row is changed once. */
    public int size() {
        return size;
    }

    /** Returns the identities of the changes; {@link Tail#placeIn} returns the place of each. */
    public List<Tail> series() {
        return series;
    }

    public long number() {
        return number;
    }

    public Tail tail(int change) {
        return changedTails[change];
    }

    Bucket bucket(int change) {
        return buckets[change];
    }

    public long tick(int change) {
        return ticks[change];
    }

    /** Returns whether the new row takes the place of a stored one that the writer knew; see {@link RowChange}. */
    public boolean isCorrection(int change) {
        return corrections.get(change);
    }

    /** Returns the fields of the new row, or null if the row is removed. */
    public @Nullable Shape shape(int change) {
        RowBatch batch = batches[change];
        Row row = rows[change];
        return batch != null ? batch.prepared(places[change]).shape() : row == null ? null : row.shape();
    }

    /** Returns the array with the numbers of a new row, which begin at {@link #start}. */
    public long[] numbers(int change) {
        RowBatch batch = batches[change];
        return batch != null ? batch.numbers() : require(rows[change]).numbers();
    }

    public int start(int change) {
        RowBatch batch = batches[change];
        return batch != null ? batch.start(places[change]) : 0;
    }

    /** Returns the texts of a new row, or null if it has none. */
    public @Nullable String @Nullable [] texts(int change) {
        RowBatch batch = batches[change];
        return batch != null
                ? batch.prepared(places[change]).texts()
                : require(rows[change]).texts();
    }

    private static Row require(@Nullable Row row) {
        if (row == null) {
            throw new IllegalStateException("a removed row has no values");
        }
        return row;
    }

    private @Nullable Row row(int change) {
        RowBatch batch = batches[change];
        return batch != null ? batch.row(places[change]) : rows[change];
    }

    public RowResult decide(RowBatch batch, int index) {
        RowWrite write = batch.other(index);
        long tick = batch.tick(index);
        Tail tail = batch.tail(index, tails);
        Bucket bucket = tail == null ? null : tail.find(tick);
        if (tail == null || bucket == null) {
            throw new IllegalStateException("the bucket of a write is not loaded");
        }
        int pending = bucket.pending();
        if (write == null && bucket.isAfterAll(tick) && (pending == NONE || tick > latest[pending])) {
            int change = decided(tail, bucket, tick);
            batches[change] = batch;
            places[change] = index;
            return RowResult.WRITTEN;
        }
        ConflictPolicy policy = write == null ? batch.policy() : write.policy();
        Condition condition = write == null ? Condition.always() : write.condition();
        return decide(new RowWrite(tail.identity(), tick, batch.row(index), condition, policy), tail, bucket);
    }

    private RowResult decide(RowWrite write, Tail tail, Bucket bucket) {
        int pending = pending(bucket, write.tick());
        Row stored = pending == NONE ? bucket.find(write.tick()) : row(pending);
        Item existing = stored == null ? null : visible.apply(write.identity(), stored);
        ConflictPolicy policy = write.policy();
        Row row = write.row();
        RowResult result = RowResult.WRITTEN;
        if (policy == null) {
            Condition condition = write.condition();
            if (condition != Condition.always() && !condition.test(existing == null ? Item.empty() : existing)) {
                return new RowResult(RowResult.Kind.REFUSED, existing == null ? null : stored);
            }
        } else if (existing != null && stored != null && row != null) {
            if (row.hasSameValues(stored)) {
                result = RowResult.SAME;
            } else if (policy == ConflictPolicy.REFUSE) {
                return new RowResult(RowResult.Kind.REFUSED, stored);
            } else if (policy == ConflictPolicy.MERGE) {
                row = stored.merged(row);
            }
        }
        boolean isSame = row == null ? stored == null : stored != null && row.hasSameValues(stored);
        if (isSame) {
            // An expired row is as good as none, so that this write is the first.
            result = stored != null && existing == null ? RowResult.WRITTEN : RowResult.SAME;
            if (!bucket.isUnfinished()) {
                return result;
            }
        }
        int change = pending == NONE ? decided(tail, bucket, write.tick()) : pending;
        batches[change] = null;
        rows[change] = row;
        // A merge may be merged with the row of another process as well.
        boolean isMerged = policy == ConflictPolicy.MERGE && existing != null;
        if (stored != null && !isMerged && bucket.find(write.tick()) != null) {
            corrections.set(change);
        }
        return result;
    }

    private int pending(Bucket bucket, long tick) {
        int change = bucket.pending();
        if (change != NONE && tick > latest[change]) {
            return NONE;
        }
        while (change != NONE && ticks[change] != tick) {
            change = before[change];
        }
        return change;
    }

    /** Adds a change whose row is not set yet, and which later writes to its bucket see; returns its place. */
    private int decided(Tail tail, Bucket bucket, long tick) {
        int change = add(tail, bucket, tick);
        int earlier = bucket.pending();
        before[change] = earlier;
        latest[change] = earlier == NONE ? tick : Math.max(tick, latest[earlier]);
        bucket.pending(change);
        return change;
    }

    private int add(Tail tail, Bucket bucket, long tick) {
        if (size == ticks.length) {
            grow(Math.max(16, size * 2));
        }
        if (tail.placeIn(number) < 0) {
            tail.placeIn(number, series.size());
            series.add(tail);
        }
        int change = size++;
        changedTails[change] = tail;
        buckets[change] = bucket;
        ticks[change] = tick;
        return change;
    }

    private void grow(int capacity) {
        changedTails = Arrays.copyOf(changedTails, capacity);
        buckets = Arrays.copyOf(buckets, capacity);
        ticks = Arrays.copyOf(ticks, capacity);
        before = Arrays.copyOf(before, capacity);
        latest = Arrays.copyOf(latest, capacity);
        batches = Arrays.copyOf(batches, capacity);
        places = Arrays.copyOf(places, capacity);
        rows = Arrays.copyOf(rows, capacity);
    }

    /** Returns a step with some of the changes of this one, which must not be encoded or decide afterwards. */
    public Step part(long newNumber, int from, int to) {
        Step part = new Step(newNumber, tails, visible, to - from);
        for (int i = from; i < to; i++) {
            int change = part.add(changedTails[i], buckets[i], ticks[i]);
            part.batches[change] = batches[i];
            part.places[change] = places[i];
            part.rows[change] = rows[i];
            part.corrections.set(change, corrections.get(i));
        }
        return part;
    }

    /** Ends the step: its changes are applied, or failed. */
    public void end() {
        for (int i = 0; i < size; i++) {
            buckets[i].pending(NONE);
        }
    }
}
