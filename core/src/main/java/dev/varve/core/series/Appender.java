package dev.varve.core.series;

import dev.varve.core.table.Capacity;
import dev.varve.core.table.Condition;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Stores events by the rules of their series. */
interface Appender<E extends Record, C extends Record> {

    /**
     * Stores an event if the condition holds. Exact under concurrency; safe to repeat: what was applied by an attempt
     * whose answer was lost is a duplicate.
     *
     * @param spent what was used for this append before
     */
    CompletableFuture<Outcome<E, C>> append(E event, Condition condition, Instant now, Capacity spent);
}
