package dev.varve.entity;

import dev.varve.entity.internal.PatchChanges;
import dev.varve.table.Condition;
import java.util.concurrent.CompletableFuture;

/**
 * The deletion of an entity under conditions. Each step is added to this deletion and returns it; {@link #run} carries it
 * out. For one thread. If the answer is lost, {@link dev.varve.error.OutcomeUnknown} is thrown; repeating it does no harm, and may find
 * the entity missing because the first call removed it.
 */
public final class EntityDeletion<R extends Record> {

    private final OpenEntities<R> entities;
    private PatchChanges asked;

    EntityDeletion(OpenEntities<R> entities, PatchChanges asked) {
        this.entities = entities;
        this.asked = asked;
    }

    /** Deletes the entity only if it is of this version. */
    public EntityDeletion<R> expecting(long version) {
        entities.form().requireVersioned();
        asked = new PatchChanges(asked.key(), asked.actions(), version, asked.condition());
        return this;
    }

    /** Deletes the entity only if this holds for it; adds to an earlier condition. Attributes are named as stored. */
    public EntityDeletion<R> when(Condition condition) {
        asked = new PatchChanges(
                asked.key(),
                asked.actions(),
                asked.expected(),
                asked.condition().and(entities.plans().stored(condition)));
        return this;
    }

    public EntityOutcome.OfDelete<R> run() {
        return OpenEntities.await(runAsync());
    }

    public CompletableFuture<EntityOutcome.OfDelete<R>> runAsync() {
        return entities.runAsync(this);
    }

    PatchChanges asked() {
        return asked;
    }
}
