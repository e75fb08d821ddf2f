package dev.varve.series;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an append. Every outcome is an ordinary result; invalid calls and failures throw.
 *
 * @param <E> the class of the events
 * @param <C> the class of the current record, or of the events if the series has none
 */
public sealed interface Outcome<E extends Record, C extends Record> {

    /** Returns the clock that the event is stored with: its own, cut to the tick. */
    Instant clock();

    /** Returns the capacity that the append consumed, failed attempts included. */
    Capacity capacity();

    /** Returns whether the event is in the history: as the newest event, as a late one, or from an earlier append. */
    default boolean isStored() {
        return this instanceof Applied || this instanceof Duplicate || this instanceof Late;
    }

    /**
     * The event was stored and, in a series with a transactional current record, is now the newest.
     *
     * @param current the current record after the append. Null in a series without a transactional current record. Also
     *     null if the record holds more than the event (enrichment, {@code createdAt}, {@code merge()}), unless
     *     {@link OpenSeries#appendAndRead} was called
     */
    record Applied<E extends Record, C extends Record>(
            Instant clock, @Nullable C current, Capacity capacity) implements Outcome<E, C> {
        public Optional<C> findCurrent() {
            return Optional.ofNullable(current);
        }
    }

    /** An earlier append already stored the same event; nothing was written. */
    record Duplicate<E extends Record, C extends Record>(Instant clock, Capacity capacity) implements Outcome<E, C> {}

    /**
     * A different event has this key; nothing was written. A finer tick, or an id after the clock in the key, avoids
     * this.
     */
    record Conflict<E extends Record, C extends Record>(Instant clock, E existing, Capacity capacity)
            implements Outcome<E, C> {}

    /** The event is older than the current record, and the series drops late events; nothing was written. */
    record Stale<E extends Record, C extends Record>(Instant clock, C current, Capacity capacity)
            implements Outcome<E, C> {}

    /**
     * The event is older than the current record; it was stored in the history, and the current record is unchanged.
     */
    record Late<E extends Record, C extends Record>(Instant clock, C current, Capacity capacity)
            implements Outcome<E, C> {}

    /**
     * The caller's condition did not hold; nothing was written.
     *
     * @param existing the item that it did not hold for, or null if there is none
     */
    record ConditionFailed<E extends Record, C extends Record>(
            Instant clock, @Nullable Item existing, Capacity capacity) implements Outcome<E, C> {}
}
