package dev.varve.entity;

import dev.varve.table.Capacity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of a write of an entity. Every outcome is an ordinary result; invalid calls and failures throw. */
public sealed interface EntityOutcome<R extends Record> {

    /** Returns the capacity that the write consumed, including reads and failed attempts. */
    Capacity capacity();

    /** Returns whether the write was executed, or the check held. */
    default boolean isDone() {
        return this instanceof Created
                || this instanceof Written
                || this instanceof Patched
                || this instanceof Deleted
                || this instanceof Held;
    }

    /** The outcome of a create. */
    sealed interface OfCreate<R extends Record> extends EntityOutcome<R> {}

    /** The outcome of a put. */
    sealed interface OfPut<R extends Record> extends EntityOutcome<R> {}

    /** The outcome of a patch. */
    sealed interface OfPatch<R extends Record> extends EntityOutcome<R> {}

    /** The outcome of a delete. */
    sealed interface OfDelete<R extends Record> extends EntityOutcome<R> {}

    /** The outcome of a check in a transaction. */
    sealed interface OfCheck<R extends Record> extends EntityOutcome<R> {}

    /** The entity was created; holds the record as stored. */
    record Created<R extends Record>(R record, Capacity capacity) implements OfCreate<R> {}

    /** An entity with this key already exists; nothing was written. */
    record Exists<R extends Record>(R existing, Capacity capacity) implements OfCreate<R> {}

    /** The entity was written; holds the record as stored. */
    record Written<R extends Record>(R record, Capacity capacity) implements OfPut<R> {}

    /** The entity was changed; holds the record after the change. */
    record Patched<R extends Record>(R record, Capacity capacity) implements OfPatch<R> {}

    /** The entity was deleted; holds the record as it was. */
    record Deleted<R extends Record>(R record, Capacity capacity) implements OfDelete<R> {}

    /** The condition of a check held. */
    record Held<R extends Record>(Capacity capacity) implements OfCheck<R> {}

    /** There is no entity with this key; nothing was written. */
    record Missing<R extends Record>(Capacity capacity) implements OfPatch<R>, OfDelete<R>, OfCheck<R> {}

    /**
     * The entity does not have the version that the caller expects; nothing was written.
     *
     * @param existing the entity as it is now, or null if there is none
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
     * @param existing the entity that it did not hold for, or null if there is none
     */
    record ConditionFailed<R extends Record>(@Nullable R existing, Capacity capacity)
            implements OfPut<R>, OfPatch<R>, OfDelete<R>, OfCheck<R> {
        public Optional<R> find() {
            return Optional.ofNullable(existing);
        }
    }
}
