package dev.varve.series.internal.packed;

import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import dev.varve.table.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Decides the writes of one step against the rows before them. Nothing changes until the step is durable. */
final class Step {

    private final Tails tails;
    private final BlockLayout layout;
    private final BiFunction<Parts, Row, @Nullable Item> visible;
    private final List<PendingChange> changes = new ArrayList<>();

    /** @param visible returns the item of a row, or null if it has expired */
    Step(Tails tails, BlockLayout layout, BiFunction<Parts, Row, @Nullable Item> visible) {
        this.tails = tails;
        this.layout = layout;
        this.visible = visible;
    }

    /** Returns the changes, each row once. */
    List<PendingChange> changes() {
        return changes;
    }

    RowResult decide(RowWrite write) {
        Tail tail = tails.tail(write.identity());
        Bucket bucket = tail.find(layout.start(write.tick()));
        if (bucket == null) {
            throw new IllegalStateException("the bucket of a write is not loaded");
        }
        PendingChange pending = pending(bucket, write.tick());
        Row stored = pending == null ? bucket.find(write.tick()) : pending.row();
        Item existing = stored == null ? null : visible.apply(write.identity(), stored);
        ConflictPolicy policy = write.policy();
        Row row = write.row();
        if (policy == null) {
            Condition condition = write.condition();
            if (condition != Condition.always() && !condition.test(existing == null ? Item.empty() : existing)) {
                return new RowResult(RowResult.Kind.REFUSED, existing == null ? null : stored);
            }
        } else if (existing != null && stored != null && row != null) {
            if (row.hasSameValues(stored)) {
                return RowResult.SAME;
            } else if (policy == ConflictPolicy.REFUSE) {
                return new RowResult(RowResult.Kind.REFUSED, stored);
            } else if (policy == ConflictPolicy.MERGE) {
                row = stored.merged(row);
            }
        }
        boolean isSame = row == null ? stored == null : stored != null && row.hasSameValues(stored);
        if (isSame) {
            return RowResult.SAME;
        }
        if (pending == null) {
            add(tail, bucket, write.tick(), row);
        } else {
            pending.row(row);
        }
        return RowResult.WRITTEN;
    }

    private static @Nullable PendingChange pending(Bucket bucket, long tick) {
        PendingChange change = bucket.pending();
        while (change != null && change.tick() != tick) {
            change = change.before();
        }
        return change;
    }

    private void add(Tail tail, Bucket bucket, long tick, @Nullable Row row) {
        PendingChange change = new PendingChange(tail, bucket, tick, row, bucket.pending());
        bucket.pending(change);
        changes.add(change);
    }

    /** Ends the step: its changes are applied, or failed. */
    void end() {
        changes.forEach(change -> change.bucket().pending(null));
    }
}
