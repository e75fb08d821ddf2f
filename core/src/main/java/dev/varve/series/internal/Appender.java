package dev.varve.series.internal;

import dev.varve.schema.internal.CancelCause;
import dev.varve.series.Outcome;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.TransactResult;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stores events by the rules of their series. */
public interface Appender<E extends Record> {

    /**
     * Stores an event if the condition holds. Exact under concurrency; safe to repeat: what was applied by an attempt
     * whose answer was lost is a duplicate.
     *
     * @param spent what was used for this append before
     */
    CompletableFuture<Outcome<E>> append(StoredEvent event, Condition condition, Instant now, Capacity spent);

    /** Returns the writes of an append for a transaction: the event's, and the current record's if there is one. */
    List<Write> plan(StoredEvent event, Condition condition, Instant now);

    /** Returns why a transaction with a planned append was cancelled, from the reasons of its writes. */
    CancelCause<Outcome<E>> refusal(StoredEvent event, List<TransactResult.Reason> reasons);

    /** Puts an event in the place of the one with its key; returns whether there was one, and writes nothing if not. */
    CompletableFuture<Boolean> correct(E event, Instant now);
}
