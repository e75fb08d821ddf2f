package dev.varve.entity;

import dev.varve.table.Capacity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of a write of an entity. All of these are everyday results and none an error; what is wrong with the call,
 * or fails, is thrown.
 */
public sealed interface EntityOutcome<R extends Record> {

    /** Returns what the write used, reads and failed attempts on the way included. */
    Capacity capacity();

    /** Returns whether the write was carried out, or the check held. */
    default boolean isDone() {
        return this instanceof Created
                || this instanceof Written
                || this instanceof Patched
                || this instanceof Deleted
                || this instanceof Held;
    }

    /** What can become of a create. */
    sealed interface OfCreate<R extends Record> extends EntityOutcome<R> {}

    /** What can become of a put. */
    sealed interface OfPut<R extends Record> extends EntityOutcome<R> {}

    /** What can become of a patch. */
    sealed interface OfPatch<R extends Record> extends EntityOutcome<R> {}

    /** What can become of a delete. */
    sealed interface OfDelete<R extends Record> extends EntityOutcome<R> {}

    /** What can become of a check in a transaction. */
    sealed interface OfCheck<R extends Record> extends EntityOutcome<R> {}

    /** The entity is new; this is the record as it is stored. */
    record Created<R extends Record>(R record, Capacity capacity) implements OfCreate<R> {}

    /** There is an entity with this key already; nothing was written. */
    record Exists<R extends Record>(R existing, Capacity capacity) implements OfCreate<R> {}

    /** The entity is now this record, as it is stored. */
    record Written<R extends Record>(R record, Capacity capacity) implements OfPut<R> {}

    /** The entity was changed; this is the record after it. */
    record Patched<R extends Record>(R record, Capacity capacity) implements OfPatch<R> {}

    /** The entity is gone; this is the record as it was. */
    record Deleted<R extends Record>(R record, Capacity capacity) implements OfDelete<R> {}

    /** The condition of a check held. */
    record Held<R extends Record>(Capacity capacity) implements OfCheck<R> {}

    /** There is no entity with this key; nothing was written. */
    record Missing<R extends Record>(Capacity capacity) implements OfPatch<R>, OfDelete<R>, OfCheck<R> {}

    /**
     * The entity is not of the version the caller read; nothing was written.
     *
     * @param existing the entity as it is now, or null where there is none
     */
    record VersionConflict<R extends Record>(@Nullable R existing, Capacity capacity)
            implements OfPut<R>, OfPatch<R>, OfDelete<R> {
        public Optional<R> find() {
            return Optional.ofNullable(existing);
        }
    }

    /**
     * The caller's condition did not hold; nothing was written.
     *
     * @param existing the entity it did not hold for, or null where there is none
     */
    record ConditionFailed<R extends Record>(@Nullable R existing, Capacity capacity)
            implements OfPut<R>, OfPatch<R>, OfDelete<R>, OfCheck<R> {
        public Optional<R> find() {
            return Optional.ofNullable(existing);
        }
    }
}
