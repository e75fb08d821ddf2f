package dev.varve.series.internal;

import dev.varve.series.Outcome;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.TransactResult;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Stores events by the rules of their series. */
public interface Appender<E extends Record, C extends Record> {

    /**
     * Stores an event if the condition holds. Exact under concurrency; safe to repeat: what was applied by an attempt
     * whose answer was lost is a duplicate.
     *
     * @param spent what was used for this append before
     */
    CompletableFuture<Outcome<E, C>> append(StoredEvent event, Condition condition, Instant now, Capacity spent);

    /** Returns the writes of an append for a transaction: the event's, and the current record's if there is one. */
    List<Write> plan(StoredEvent event, Condition condition, Instant now);

    /** Returns what stood in the way of a planned append, from the reasons of its writes; empty if nothing did. */
    Optional<Outcome<E, C>> refusal(StoredEvent event, List<TransactResult.Reason> reasons);

    /** Puts an event in the place of the one with its key; returns whether there was one, and writes nothing if not. */
    CompletableFuture<Boolean> correct(E event, Instant now);
}
