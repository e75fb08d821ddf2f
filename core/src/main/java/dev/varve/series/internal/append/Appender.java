package dev.varve.series.internal.append;

import dev.varve.schema.internal.CancelCause;
import dev.varve.series.Outcome;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.TransactResult;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stores events according to the policies of their series. */
public interface Appender<E extends Record> {

    /**
     * Stores an event if the condition holds. Correct with concurrent writers. Safe to repeat: if an earlier attempt
     * was applied but its response was lost, the outcome is a duplicate.
     *
     * @param spent the capacity that this append already consumed
     */
    CompletableFuture<Outcome<E>> append(StoredEvent event, Condition condition, Instant now, Capacity spent);

    /** Returns the writes of an append for a transaction: of the event, and of the current record if there is one. */
    List<Write> plan(StoredEvent event, Condition condition, Instant now);

    /** Returns why a transaction with a planned append was cancelled, from the reasons of its writes. */
    CancelCause<Outcome<E>> refusal(StoredEvent event, List<TransactResult.Reason> reasons);

    /** Replaces the stored event with the same key; returns false, and writes nothing, if there is none. */
    CompletableFuture<Boolean> correct(E event, Instant now);
}
