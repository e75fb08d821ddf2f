package dev.varve.entity;

import dev.varve.entity.internal.PatchChanges;
import dev.varve.table.Condition;
import java.util.concurrent.CompletableFuture;

/**
 * The deletion of an entity under conditions. Each call adds a step to this object and returns it; {@link #run}
 * executes the deletion. Not thread-safe. If the response is lost, {@link dev.varve.error.OutcomeUnknown} is thrown.
 * Repeating the deletion is safe; it may report the entity as missing because the first attempt deleted it.
 */
public final class EntityDeletion<R extends Record> {

    private final OpenEntities<R> entities;
    private PatchChanges changes;

    EntityDeletion(OpenEntities<R> entities, PatchChanges changes) {
        this.entities = entities;
        this.changes = changes;
    }

    /** Deletes the entity only if it has this version. */
    public EntityDeletion<R> expecting(long version) {
        entities.definition().requireVersioned();
        changes = changes.expecting(version);
        return this;
    }

    /**
     * Deletes the entity only if this condition holds for it. Several conditions must all hold. Attributes are named as
     * stored.
     */
    public EntityDeletion<R> when(Condition condition) {
        changes = changes.when(entities.plans().stored(condition));
        return this;
    }

    public EntityOutcome.OfDelete<R> run() {
        return OpenEntities.await(runAsync());
    }

    public CompletableFuture<EntityOutcome.OfDelete<R>> runAsync() {
        return entities.runAsync(this);
    }

    PatchChanges changes() {
        return changes;
    }
}
