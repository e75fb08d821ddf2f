package dev.varve.series.internal.append;

import dev.varve.item.Item;
import dev.varve.schema.internal.CancelCause;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.Current;
import dev.varve.series.Outcome;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stores events together with their current record.
 *
 * <p>One transaction puts the event if its key is free and updates the current record if that is older. If the
 * transaction is cancelled, the reason of the put decides first: a taken key means a duplicate or a conflict, no matter how
 * old the event is. Then the reason of the update decides: if the current record is newer, the event is stale;
 * otherwise the caller's condition failed. A late event that the series keeps is put alone afterwards, which is safe
 * because the current record never goes back.
 */
public final class TransactionalAppender<E extends Record> implements Appender<E> {

    /** An append as the caller requested it. */
    private record Request(StoredEvent event, Condition condition, Instant now) {}

    private final Table table;
    private final EventItems<E> items;
    private final CurrentItems<?> current;
    private final ConflictPolicy conflicts;
    private final Current.LatePolicy late;

    public TransactionalAppender(StoredSeries<E> series, CurrentItems<?> current, Current.LatePolicy late) {
        this.table = series.table();
        this.items = series.items();
        this.current = current;
        this.conflicts = series.definition().conflicts;
        this.late = late;
    }

    @Override
    public CompletableFuture<Outcome<E>> append(StoredEvent stored, Condition condition, Instant now, Capacity spent) {
        var request = new Request(stored, condition, now);
        Put put = Put.of(stored.item()).when(items.isAbsent());
        return table.transactWrite(transaction(put, update(stored, condition, now)))
                .thenCompose(result -> {
                    Capacity used = spent.plus(result.capacity());
                    if (!(result instanceof TransactResult.Cancelled cancelled)) {
                        return done(new Outcome.Applied<>(stored.clock(), current.after(stored), used));
                    }
                    Item taken = existing(cancelled.reasons(), 0);
                    if (taken != null) {
                        return taken(request, taken, used);
                    }
                    Outcome<E> outcome = refusedByCurrent(
                            stored, current.isOlderThan(stored), existing(cancelled.reasons(), 1), used);
                    return outcome instanceof Outcome.Stale<E> stale && late == Current.LatePolicy.KEEP
                            ? keepLate(request, stale.current(), used)
                            : done(outcome);
                });
    }

    private Update update(StoredEvent stored, Condition condition, Instant now) {
        return current.update(stored, now).when(current.isOlderThan(stored)).when(condition);
    }

    /** Returns stale if the current record is newer, and otherwise that the caller's condition failed. */
    private Outcome<E> refusedByCurrent(StoredEvent stored, Condition isInTime, @Nullable Item newest, Capacity used) {
        return newest == null || isInTime.test(newest)
                ? new Outcome.ConditionFailed<>(stored.clock(), newest, used)
                : new Outcome.Stale<>(stored.clock(), current.read(newest), used);
    }

    @Override
    public List<Write> plan(StoredEvent stored, Condition condition, Instant now) {
        if (conflicts == ConflictPolicy.MERGE) {
            throw PlainAppender.mergeInTransaction();
        }
        if (conflicts == ConflictPolicy.REPLACE) {
            Update update =
                    current.update(stored, now).when(current.follows(stored)).when(condition);
            return List.of(Put.of(stored.item()), update);
        }
        return List.of(Put.of(stored.item()).when(items.isAbsent()), update(stored, condition, now));
    }

    @Override
    public CancelCause<Outcome<E>> refusal(StoredEvent stored, List<TransactResult.Reason> reasons) {
        Item taken = existing(reasons, 0);
        if (taken != null) {
            return new CancelCause.Refused<>(
                    items.isSame(taken, stored.item())
                            ? new Outcome.Duplicate<>(stored.clock(), Capacity.NONE)
                            : new Outcome.Conflict<>(stored.clock(), items.read(taken), Capacity.NONE));
        }
        Condition isInTime =
                conflicts == ConflictPolicy.REPLACE ? current.follows(stored) : current.isOlderThan(stored);
        return reasons.get(1) instanceof TransactResult.Reason.ConditionFailed failed
                ? new CancelCause.Refused<>(refusedByCurrent(stored, isInTime, failed.existing(), Capacity.NONE))
                : new CancelCause.Other<>();
    }

    private TransactWrite transaction(Put event, Update update) {
        TransactWrite put = TransactWrite.of(event);
        return current.table().equals(items.table())
                ? put.and(update)
                : put.andIn(current.table().name(), update);
    }

    private CompletableFuture<Outcome<E>> keepLate(Request request, Record newest, Capacity spent) {
        return table.put(Put.of(request.event().item()).when(items.isAbsent())).thenCompose(result -> {
            Capacity used = spent.plus(result.capacity());
            return result instanceof WriteResult.ConditionFailed failed && failed.existing() != null
                    ? taken(request, failed.existing(), used)
                    : done(new Outcome.Late<>(request.event().clock(), newest, used));
        });
    }

    private CompletableFuture<Outcome<E>> taken(Request request, Item existing, Capacity used) {
        StoredEvent stored = request.event();
        if (items.isSame(existing, stored.item())) {
            return done(new Outcome.Duplicate<>(stored.clock(), used));
        }
        if (conflicts == ConflictPolicy.REFUSE) {
            return done(new Outcome.Conflict<>(stored.clock(), items.read(existing), used));
        }
        E event = conflicts == ConflictPolicy.MERGE ? items.merged(existing, stored) : items.read(stored.item());
        StoredEvent whole = items.rewrite(event, request.now());
        if (items.isSame(existing, whole.item())) {
            return done(new Outcome.Duplicate<>(stored.clock(), used));
        }
        return rewrite(request, existing, whole, used);
    }

    /** Replaces a stored event, and updates the current record if it holds that event or an older one. */
    private CompletableFuture<Outcome<E>> rewrite(Request request, Item existing, StoredEvent whole, Capacity spent) {
        Put put = Put.of(whole.item()).when(items.isStill(existing));
        Condition follows = current.follows(whole);
        Update update = current.update(whole, request.now()).when(follows).when(request.condition());
        return table.transactWrite(transaction(put, update)).thenCompose(result -> {
            Capacity used = spent.plus(result.capacity());
            if (!(result instanceof TransactResult.Cancelled cancelled)) {
                return done(new Outcome.Applied<>(whole.clock(), current.after(whole), used));
            }
            if (cancelled.reasons().get(0) instanceof TransactResult.Reason.ConditionFailed) {
                return again(request, used);
            }
            Item newest = existing(cancelled.reasons(), 1);
            if (newest == null || follows.test(newest)) {
                return done(new Outcome.ConditionFailed<>(whole.clock(), newest, used));
            }
            return table.put(put)
                    .thenCompose(alone -> alone.isWritten()
                            ? done(new Outcome.Late<>(whole.clock(), current.read(newest), used.plus(alone.capacity())))
                            : again(request, used.plus(alone.capacity())));
        });
    }

    /** Starts the append again with the original event, because the stored event changed meanwhile. */
    private CompletableFuture<Outcome<E>> again(Request request, Capacity used) {
        return append(request.event(), request.condition(), request.now(), used);
    }

    @Override
    public CompletableFuture<Boolean> correct(E event, Instant now) {
        StoredEvent stored = items.rewrite(event, now);
        Put put = Put.of(stored.item()).when(items.isPresent());
        Update update = current.update(stored, now).when(current.isOf(stored));
        return table.transactWrite(transaction(put, update)).thenCompose(result -> {
            if (!(result instanceof TransactResult.Cancelled cancelled)) {
                return CompletableFuture.completedFuture(true);
            }
            return cancelled.reasons().get(0) instanceof TransactResult.Reason.ConditionFailed
                    ? CompletableFuture.completedFuture(false)
                    // The current record holds another event, and only ever moves to newer ones.
                    : table.put(put).thenApply(WriteResult::isWritten);
        });
    }

    private static @Nullable Item existing(List<TransactResult.Reason> reasons, int action) {
        return reasons.get(action) instanceof TransactResult.Reason.ConditionFailed failed ? failed.existing() : null;
    }

    private CompletableFuture<Outcome<E>> done(Outcome<E> outcome) {
        return CompletableFuture.completedFuture(outcome);
    }
}
