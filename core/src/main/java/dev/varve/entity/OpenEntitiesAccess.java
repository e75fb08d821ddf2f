package dev.varve.entity;

import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.EntitySource;
import dev.varve.entity.internal.EntityTransactionWrites;
import dev.varve.entity.internal.PreparedWrite;
import dev.varve.key.internal.EntityLayout;
import dev.varve.schema.internal.OpenSchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Opens entities, and gives the rest of Varve what applications do not see of them. */
final class OpenEntitiesAccess extends EntityAccess {

    @Override
    public EntityLayout layout(Entity<?> entity) {
        return entity.layout();
    }

    @Override
    public <R extends Record> EntityQuery<R> query(EntitySource<R> source) {
        return new EntityQuery<>(source);
    }

    @Override
    public <R extends Record> OpenEntities<R> open(OpenSchema open, Entity<R> declaration) {
        return new OpenEntities<>(open, declaration);
    }

    @Override
    public <R extends Record> EntityTransactionWrites<R> writes(OpenEntities<R> entities) {
        return entities.plans();
    }

    @Override
    public <R extends Record> List<CompletableFuture<EntityOutcome.OfCreate<R>>> createEach(
            OpenEntities<R> entities, List<R> records) {
        return entities.createEach(records);
    }

    @Override
    public <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfPatch<R>>> plan(
            OpenEntities<R> entities, Patch<R> patch) {
        return entities.plans().patch(patch::changes);
    }

    @Override
    public <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfDelete<R>>> plan(
            OpenEntities<R> entities, EntityDeletion<R> deletion) {
        return entities.plans().delete(deletion::changes);
    }
}
