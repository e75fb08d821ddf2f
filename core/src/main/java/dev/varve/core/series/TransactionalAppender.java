package dev.varve.core.series;

import dev.varve.core.item.Item;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Put;
import dev.varve.core.table.Table;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Update;
import dev.varve.core.table.WriteResult;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stores events together with the current record.
 *
 * <p>One transaction puts the event if its key is free and updates the current record if it is older. When it is
 * cancelled, the event's reason decides first: what is there already is a duplicate or a conflict, however old it is.
 * Then the current record's: if it is newer, the event is stale; only otherwise it was the caller's condition. A late
 * event that is to be kept is put by itself afterwards, which is safe because the current record never goes back.
 */
final class TransactionalAppender<E extends Record, C extends Record> implements Appender<E, C> {

    private final Table table;
    private final EventItems<E> items;
    private final CurrentItems<C> current;
    private final ConflictRule conflicts;
    private final Current.LatePolicy late;

    TransactionalAppender(Table table, EventItems<E> items, CurrentItems<C> current, TrackedSeries<E, C> series) {
        this.table = table;
        this.items = items;
        this.current = current;
        this.conflicts = series.form().conflicts;
        this.late = series.current().declared.late();
    }

    @Override
    public CompletableFuture<Outcome<E, C>> append(E event, Condition condition, Instant now, Capacity spent) {
        StoredEvent stored = items.store(event, now);
        Put put = Put.of(stored.item()).when(items.isAbsent());
        Update update =
                current.update(stored, now).when(current.isOlderThan(stored)).when(condition);
        return table.transactWrite(transaction(put, update)).thenCompose(result -> {
            Capacity used = spent.plus(result.capacity());
            if (!(result instanceof TransactResult.Cancelled cancelled)) {
                return done(new Outcome.Applied<>(stored.clock(), current.after(stored), used));
            }
            Item taken = existing(cancelled, 0);
            if (taken != null) {
                return taken(stored, taken, now, used);
            }
            Item newest = existing(cancelled, 1);
            if (newest == null || current.isOlderThan(stored).test(newest)) {
                return done(new Outcome.ConditionFailed<>(stored.clock(), newest, used));
            }
            return late == Current.LatePolicy.DROP
                    ? done(new Outcome.Stale<>(stored.clock(), current.read(newest), used))
                    : keepLate(stored, newest, now, used);
        });
    }

    private TransactWrite transaction(Put event, Update update) {
        TransactWrite put = TransactWrite.of(event);
        return current.table().equals(items.table())
                ? put.and(update)
                : put.andIn(current.table().name(), update);
    }

    private CompletableFuture<Outcome<E, C>> keepLate(StoredEvent stored, Item newest, Instant now, Capacity spent) {
        return table.put(Put.of(stored.item()).when(items.isAbsent())).thenCompose(result -> {
            Capacity used = spent.plus(result.capacity());
            return result instanceof WriteResult.ConditionFailed failed && failed.existing() != null
                    ? taken(stored, failed.existing(), now, used)
                    : done(new Outcome.Late<>(stored.clock(), current.read(newest), used));
        });
    }

    private CompletableFuture<Outcome<E, C>> taken(StoredEvent stored, Item existing, Instant now, Capacity used) {
        if (items.isSame(existing, stored.item())) {
            return done(new Outcome.Duplicate<>(stored.clock(), used));
        }
        if (conflicts == ConflictRule.REFUSE) {
            return done(new Outcome.Conflict<>(stored.clock(), items.read(existing), used));
        }
        E event = conflicts == ConflictRule.MERGE ? items.merged(existing, stored) : items.read(stored.item());
        StoredEvent whole = items.store(event, now);
        if (items.isSame(existing, whole.item())) {
            return done(new Outcome.Duplicate<>(stored.clock(), used));
        }
        return rewrite(whole, existing, now, used);
    }

    /** Puts another event in the place of one that is there, and lets the current record follow if it is of that one. */
    private CompletableFuture<Outcome<E, C>> rewrite(StoredEvent event, Item existing, Instant now, Capacity spent) {
        Put put = Put.of(event.item()).when(items.isStill(existing));
        Update update =
                current.update(event, now).when(current.isOlderThan(event).or(current.isOf(event)));
        return table.transactWrite(transaction(put, update)).thenCompose(result -> {
            Capacity used = spent.plus(result.capacity());
            if (!(result instanceof TransactResult.Cancelled cancelled)) {
                return done(new Outcome.Applied<>(event.clock(), current.after(event), used));
            }
            Item newest = existing(cancelled, 1);
            if (cancelled.reasons().get(0) instanceof TransactResult.Reason.ConditionFailed || newest == null) {
                // Changed meanwhile: begin again with what is there now.
                return append(items.read(event.item()), Condition.always(), now, used);
            }
            return table.put(put)
                    .thenCompose(alone -> alone.isWritten()
                            ? done(new Outcome.Late<>(event.clock(), current.read(newest), used.plus(alone.capacity())))
                            : append(items.read(event.item()), Condition.always(), now, used.plus(alone.capacity())));
        });
    }

    private static @Nullable Item existing(TransactResult.Cancelled cancelled, int action) {
        return cancelled.reasons().get(action) instanceof TransactResult.Reason.ConditionFailed failed
                ? failed.existing()
                : null;
    }

    private CompletableFuture<Outcome<E, C>> done(Outcome<E, C> outcome) {
        return CompletableFuture.completedFuture(outcome);
    }
}
