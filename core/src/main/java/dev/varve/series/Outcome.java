package dev.varve.series;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of an append. All of these are everyday results and none an error; what is wrong with the call, or fails,
 * is thrown.
 *
 * @param <E> the class of the events
 * @param <C> the class of the current record; that of the events where the series has none
 */
public sealed interface Outcome<E extends Record, C extends Record> {

    /** Returns the clock the event is stored with: the event's own, cut to the tick. */
    Instant clock();

    /** Returns what the append used, a failed attempt on the way included. */
    Capacity capacity();

    /** Returns whether the event is in the history: as the newest, as a late one, or from an earlier append. */
    default boolean isStored() {
        return this instanceof Applied || this instanceof Duplicate || this instanceof Late;
    }

    /**
     * The event was stored and, in a series with a transactional current record, is now the newest.
     *
     * @param current the current record after it; null where the event alone does not say all of it (enrichment,
     *     {@code createdAt}, {@code merge()}), unless {@link OpenSeries#appendAndRead} was called, and null in a series
     *     without a transactional current record
     */
    record Applied<E extends Record, C extends Record>(
            Instant clock, @Nullable C current, Capacity capacity) implements Outcome<E, C> {
        public Optional<C> findCurrent() {
            return Optional.ofNullable(current);
        }
    }

    /** The same event is there from an earlier append; nothing was written. */
    record Duplicate<E extends Record, C extends Record>(Instant clock, Capacity capacity) implements Outcome<E, C> {}

    /** Another event has this key; nothing was written. A finer tick or an id behind the clock tells them apart. */
    record Conflict<E extends Record, C extends Record>(Instant clock, E existing, Capacity capacity)
            implements Outcome<E, C> {}

    /** The event is older than the current record, and the series drops such; nothing was written. */
    record Stale<E extends Record, C extends Record>(Instant clock, C current, Capacity capacity)
            implements Outcome<E, C> {}

    /** The event is older than the current record; it is in the history, and the current record is as it was. */
    record Late<E extends Record, C extends Record>(Instant clock, C current, Capacity capacity)
            implements Outcome<E, C> {}

    /**
     * The caller's condition did not hold; nothing was written.
     *
     * @param existing what it did not hold for, or null where there is nothing
     */
    record ConditionFailed<E extends Record, C extends Record>(
            Instant clock, @Nullable Item existing, Capacity capacity) implements Outcome<E, C> {}
}
