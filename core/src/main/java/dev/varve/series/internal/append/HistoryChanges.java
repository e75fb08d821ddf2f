package dev.varve.series.internal.append;

import dev.varve.item.Item;
import dev.varve.schema.internal.CancelCause;
import dev.varve.schema.internal.TransactionStep;
import dev.varve.series.Outcome;
import dev.varve.series.internal.current.CurrentItems;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Corrections and deletions of events as steps of a transaction.
 *
 * @param current the current records that follow a correction, or null where none does
 */
record HistoryChanges<E extends Record>(
        Table table, EventItems<E> items, @Nullable CurrentStore<?> current) {

    /** Returns what takes the place of the event with its key, together with the current record if it is of that event. */
    CompletableFuture<TransactionStep<Outcome<E>>> correction(StoredEvent event, Instant now) {
        TransactWrite.Action put = action(table, Put.of(event.item()).when(items.isPresent()));
        CurrentStore<?> followed = current;
        if (followed == null) {
            return CompletableFuture.completedFuture(planned(event, List.of(put)));
        }
        // The current record of another event never goes back to this one: only one that is of it has to be watched.
        CurrentItems<?> currents = followed.items();
        return followed.table()
                .get(Get.of(currents.keyOf(event.identity())).consistent())
                .thenApply(result -> {
                    Item found = result.find().orElse(Item.empty());
                    TransactWrite.Action update =
                            action(followed.table(), currents.update(event, now).when(currents.isOf(event)));
                    boolean isFollowed = currents.isOf(event).test(found);
                    return planned(event, isFollowed ? List.of(put, update) : List.of(put));
                });
    }

    /** Returns the removal of the event with this key; the current record stays. */
    TransactionStep<Outcome<E>> deletion(StoredEvent event) {
        return planned(event, List.of(action(table, Delete.of(event.key()).when(items.isPresent()))));
    }

    private static TransactWrite.Action action(Table table, Write write) {
        return new TransactWrite.Action(table.schema().name(), write);
    }

    private static <E extends Record> TransactionStep<Outcome<E>> planned(
            StoredEvent event, List<TransactWrite.Action> actions) {
        return TransactionStep.of(actions, reasons -> {
            if (reasons.get(0) instanceof TransactResult.Reason.ConditionFailed) {
                return new CancelCause.Refused<>(new Outcome.ConditionFailed<>(event.clock(), null, Capacity.NONE));
            }
            boolean hasMovedOn = reasons.size() > 1 && reasons.get(1) instanceof TransactResult.Reason.ConditionFailed;
            return hasMovedOn ? new CancelCause.Outdated<>() : new CancelCause.Other<>();
        });
    }
}
