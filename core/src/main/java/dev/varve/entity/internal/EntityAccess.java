package dev.varve.entity.internal;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityDeletion;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.internal.AccessHolder;
import dev.varve.key.internal.EntityLayout;
import dev.varve.schema.internal.OpenSchema;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The methods of open entities that only Varve itself calls. They are package-private in the public types, so that
 * applications do not see them; {@link OpenEntities} registers the one instance when its class is initialised.
 */
public abstract class EntityAccess {

    private static final AccessHolder<EntityAccess> HOLDER = new AccessHolder<>(OpenEntities.class);

    /** Returns the instance that {@link OpenEntities} registered. */
    public static EntityAccess instance() {
        return HOLDER.instance();
    }

    public static void register(EntityAccess access) {
        HOLDER.register(access);
    }

    /** Returns the keys of the entities. */
    public abstract EntityLayout layout(Entity<?> entity);

    /** Returns a query of the entities of a source. */
    public abstract <R extends Record> EntityQuery<R> query(EntitySource<R> source);

    public abstract <R extends Record> OpenEntities<R> open(OpenSchema open, Entity<R> declaration);

    /** Returns the writes of these entities, planned to be sent with others in one transaction. */
    public abstract <R extends Record> EntityTransactionWrites<R> writes(OpenEntities<R> entities);

    /**
     * Creates many entities, with grouped puts where the table gains by it. Returns the outcome of each in their order; the
     * future of a record that could not be created fails.
     */
    public abstract <R extends Record> List<CompletableFuture<EntityOutcome.OfCreate<R>>> createEach(
            OpenEntities<R> entities, List<R> records);

    /** Plans a patch to be sent with other writes in one transaction. */
    public abstract <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfPatch<R>>> plan(
            OpenEntities<R> entities, Patch<R> patch);

    /** Plans a deletion to be sent with other writes in one transaction. */
    public abstract <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfDelete<R>>> plan(
            OpenEntities<R> entities, EntityDeletion<R> deletion);
}
