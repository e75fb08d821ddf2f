package dev.varve.series;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The result of an append. All of these are everyday results and none is an error; a wrong call or a failure is thrown.
 *
 * <p>{@link Stale} and {@link Late} occur only in a series with a current record. {@link OpenTrackedSeries#currentIn}
 * returns the current record of an outcome with its own class.
 *
 * @param <E> the class of the events
 */
public sealed interface Outcome<E extends Record> {

    /** Returns the clock that the event is stored with: its own, cut to the tick. */
    Instant clock();

    /** Returns the capacity the append consumed, failed attempts included. */
    Capacity capacity();

    /** Returns whether the event is in the history: as the newest event, as a late one, or from an earlier append. */
    default boolean isStored() {
        return this instanceof Applied || this instanceof Duplicate || this instanceof Late;
    }

    /**
     * The event was stored and, in a series with a transactional current record, is now the newest.
     *
     * @param current the current record after the append; null where the event alone does not determine it (enrichment,
     *     {@code createdAt}, {@code merge()}), unless {@link OpenTrackedSeries#appendAndRead} was called, and null in a
     *     series without a transactional current record
     */
    record Applied<E extends Record>(
            Instant clock, @Nullable Record current, Capacity capacity) implements Outcome<E> {}

    /** An earlier append already stored the same event; nothing was written. */
    record Duplicate<E extends Record>(Instant clock, Capacity capacity) implements Outcome<E> {}

    /** Another event has this key; nothing was written. A finer tick or an id after the clock tells them apart. */
    record Conflict<E extends Record>(Instant clock, E existing, Capacity capacity) implements Outcome<E> {}

    /** The event is older than the current record, and the series drops such events; nothing was written. */
    record Stale<E extends Record>(Instant clock, Record current, Capacity capacity) implements Outcome<E> {}

    /** The event is older than the current record; it is in the history, and the current record is unchanged. */
    record Late<E extends Record>(Instant clock, Record current, Capacity capacity) implements Outcome<E> {}

    /**
     * The caller's condition did not hold; nothing was written.
     *
     * @param existing the item that the condition was tested on, or null if there is none
     */
    record ConditionFailed<E extends Record>(
            Instant clock, @Nullable Item existing, Capacity capacity) implements Outcome<E> {}
}
