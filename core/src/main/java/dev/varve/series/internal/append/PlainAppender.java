package dev.varve.series.internal.append;

import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.schema.internal.CancelCause;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Outcome;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Stores events of a series without a transactional current record: one conditional put. */
public final class PlainAppender<E extends Record> implements Appender<E> {

    private final Table table;
    private final EventItems<E> items;
    private final ConflictPolicy conflicts;

    public PlainAppender(Table table, EventItems<E> items, ConflictPolicy conflicts) {
        this.table = table;
        this.items = items;
        this.conflicts = conflicts;
    }

    @Override
    public CompletableFuture<Outcome<E>> append(StoredEvent stored, Condition condition, Instant now, Capacity spent) {
        return table.put(put(stored, condition))
                .thenCompose(result -> outcome(new Asked(stored, condition, now, spent), result));
    }

    /** An append in progress: the event, its condition, and the capacity that it consumed so far. */
    public record Asked(StoredEvent stored, Condition condition, Instant now, Capacity spent) {}

    /** Returns the conditional put that stores an event. */
    Put put(StoredEvent stored, Condition condition) {
        Put put = Put.of(stored.item());
        if (conflicts == ConflictPolicy.REPLACE) {
            // Overwrites any event except an equal one, so that a repeated append does not renew the expiry.
            return put.when(items.isAbsent().or(items.isStill(stored.item()).not()))
                    .when(condition);
        }
        requireTestable(condition);
        return put.when(items.isAbsent()).when(condition);
    }

    /** Returns the outcome of an append from the result of its put; writes again if the event must be merged. */
    CompletableFuture<Outcome<E>> outcome(Asked asked, WriteResult result) {
        Capacity used = asked.spent().plus(result.capacity());
        StoredEvent stored = asked.stored();
        if (!(result instanceof WriteResult.ConditionFailed failed)) {
            return CompletableFuture.completedFuture(new Outcome.Applied<>(stored.clock(), null, used));
        }
        Item existing = failed.existing();
        if (conflicts != ConflictPolicy.REPLACE) {
            return refused(stored, existing, asked.condition(), asked.now(), used);
        }
        // A duplicate is checked first: the condition may no longer hold for an event that was applied before.
        return CompletableFuture.completedFuture(
                existing != null && items.isSame(existing, stored.item())
                        ? new Outcome.Duplicate<>(stored.clock(), used)
                        : new Outcome.ConditionFailed<>(stored.clock(), existing, used));
    }

    private CompletableFuture<Outcome<E>> refused(
            StoredEvent stored, @Nullable Item existing, Condition condition, Instant now, Capacity used) {
        if (existing == null) {
            return CompletableFuture.completedFuture(new Outcome.ConditionFailed<>(stored.clock(), null, used));
        }
        if (items.isSame(existing, stored.item())) {
            return CompletableFuture.completedFuture(new Outcome.Duplicate<>(stored.clock(), used));
        }
        if (conflicts == ConflictPolicy.REFUSE) {
            return CompletableFuture.completedFuture(
                    new Outcome.Conflict<>(stored.clock(), items.read(existing), used));
        }
        E merged = items.merged(existing, stored);
        StoredEvent whole = items.rewrite(merged, now);
        if (items.isSame(existing, whole.item())) {
            return CompletableFuture.completedFuture(new Outcome.Duplicate<>(stored.clock(), used));
        }
        if (!condition.test(existing)) {
            return CompletableFuture.completedFuture(new Outcome.ConditionFailed<>(stored.clock(), existing, used));
        }
        return table.put(Put.of(whole.item()).when(items.isStill(existing))).thenCompose(result -> {
            Capacity all = used.plus(result.capacity());
            return result.isWritten()
                    ? CompletableFuture.completedFuture(new Outcome.Applied<>(stored.clock(), null, all))
                    // The stored event changed meanwhile: merge with the new one.
                    : append(stored, condition, now, all);
        });
    }

    private void requireTestable(Condition condition) {
        if (condition != Condition.always() && conflicts == ConflictPolicy.REFUSE) {
            throw new Rejected(
                    "series.condition-on-nothing",
                    "an append to a series without a transactional current record has a condition, but there is no"
                            + " record to test it on. Drop the condition, or declare Current.transactional(…)");
        }
    }

    @Override
    public List<Write> plan(StoredEvent stored, Condition condition, Instant now) {
        requireTestable(condition);
        Put put = Put.of(stored.item());
        return switch (conflicts) {
            case REFUSE -> List.of(put.when(items.isAbsent()));
            case REPLACE -> List.of(put.when(condition));
            case MERGE -> throw mergeInTransaction();
        };
    }

    static Rejected mergeInTransaction() {
        return new Rejected(
                "series.merge-in-transaction",
                "events of a series that merges cannot be part of a transaction, because the stored event is read first:"
                        + " append them outside the transaction");
    }

    @Override
    public CancelCause<Outcome<E>> refusal(StoredEvent stored, List<TransactResult.Reason> reasons) {
        if (!(reasons.get(0) instanceof TransactResult.Reason.ConditionFailed failed)) {
            return new CancelCause.Other<>();
        }
        Item existing = failed.existing();
        if (existing == null || conflicts == ConflictPolicy.REPLACE) {
            return new CancelCause.Refused<>(new Outcome.ConditionFailed<>(stored.clock(), existing, Capacity.NONE));
        }
        return new CancelCause.Refused<>(
                items.isSame(existing, stored.item())
                        ? new Outcome.Duplicate<>(stored.clock(), Capacity.NONE)
                        : new Outcome.Conflict<>(stored.clock(), items.read(existing), Capacity.NONE));
    }

    @Override
    public CompletableFuture<Boolean> correct(E event, Instant now) {
        return table.put(Put.of(items.rewrite(event, now).item()).when(items.isPresent()))
                .thenApply(WriteResult::isWritten);
    }
}
