package dev.varve.core.entity;

import dev.varve.core.table.Condition;
import java.util.concurrent.CompletableFuture;

/**
 * The deletion of an entity under conditions. Each step is added to this deletion and returns it; {@link #run} carries it
 * out. For one thread. If the answer is lost, {@link dev.varve.core.OutcomeUnknown} is thrown; repeating it does no harm, and may find
 * the entity missing because the first call removed it.
 */
public final class Removal<R extends Record> {

    private final OpenEntities<R> entities;
    private Changes asked;

    Removal(OpenEntities<R> entities, Changes asked) {
        this.entities = entities;
        this.asked = asked;
    }

    /** Deletes the entity only if it is of this version. */
    public Removal<R> expecting(long version) {
        entities.form().requireVersioned();
        asked = new Changes(asked.key(), asked.actions(), version, asked.condition());
        return this;
    }

    /** Deletes the entity only if this holds for it; adds to an earlier condition. Attributes are named as stored. */
    public Removal<R> when(Condition condition) {
        asked = new Changes(
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

    Changes asked() {
        return asked;
    }
}
