package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import dev.varve.table.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decides the writes of one step against the rows before them. Nothing changes until the step is durable. */
final class Step {

    private final long number;
    private final Tails tails;
    private final LongUnaryOperator starts;
    private final BiFunction<Parts, Row, @Nullable Item> visible;
    private final List<PendingChange> changes = new ArrayList<>();
    private final List<Tail> series = new ArrayList<>();

    /**
     * @param number different from that of every other step
     * @param starts returns the start of the bucket of a clock
     * @param visible returns the item of a row, or null if it has expired
     */
    Step(long number, Tails tails, LongUnaryOperator starts, BiFunction<Parts, Row, @Nullable Item> visible) {
        this.number = number;
        this.tails = tails;
        this.starts = starts;
        this.visible = visible;
    }

    /** Returns a step that makes these changes, of buckets that nobody reads. */
    static Step of(List<RowChange> changes) {
        Tails tails = new Tails();
        Bucket none = new Bucket(new TickRange(Long.MIN_VALUE, Long.MAX_VALUE));
        Step step = new Step(1, tails, tick -> tick, (identity, row) -> null);
        for (RowChange change : changes) {
            var pending = new PendingChange(tails.tail(change.identity()), none, change.tick(), change.row(), null);
            pending.isCorrection(change.isCorrection());
            step.add(pending);
        }
        return step;
    }

    /** Returns the changes, each row once. */
    List<PendingChange> changes() {
        return changes;
    }

    /** Returns the identities of the changes; {@link Tail#placeIn} returns the place of each. */
    List<Tail> series() {
        return series;
    }

    long number() {
        return number;
    }

    RowResult decide(RowWrite write) {
        Tail tail = tails.tail(write.identity());
        Bucket bucket = tail.find(starts.applyAsLong(write.tick()));
        if (bucket == null) {
            throw new IllegalStateException("the bucket of a write is not loaded");
        }
        PendingChange pending = pending(bucket, write.tick());
        Row stored = pending == null ? bucket.find(write.tick()) : pending.row();
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
        if (pending == null) {
            pending = new PendingChange(tail, bucket, write.tick(), row, bucket.pending());
            bucket.pending(pending);
            add(pending);
        } else {
            pending.row(row);
        }
        // A merge may be merged with the row of another process as well.
        boolean isMerged = policy == ConflictPolicy.MERGE && existing != null;
        if (stored != null && !isMerged) {
            pending.isCorrection(pending.isCorrection() || bucket.find(write.tick()) != null);
        }
        return result;
    }

    private static @Nullable PendingChange pending(Bucket bucket, long tick) {
        PendingChange change = bucket.pending();
        while (change != null && change.tick() != tick) {
            change = change.before();
        }
        return change;
    }

    private void add(PendingChange change) {
        Tail tail = change.tail();
        if (tail.placeIn(number) < 0) {
            tail.placeIn(number, series.size());
            series.add(tail);
        }
        changes.add(change);
    }

    /** Returns a step with some of the changes of this one, which must not be encoded afterwards. */
    Step part(long newNumber, int from, int to) {
        Step part = new Step(newNumber, tails, starts, visible);
        changes.subList(from, to).forEach(part::add);
        return part;
    }

    /** Ends the step: its changes are applied, or failed. */
    void end() {
        changes.forEach(change -> change.bucket().pending(null));
    }
}
