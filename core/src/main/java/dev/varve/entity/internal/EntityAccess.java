package dev.varve.entity.internal;

import dev.varve.entity.Entity;
import dev.varve.entity.EntityDeletion;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.schema.internal.OpenSchema;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The methods of open entities that only Varve itself calls. They are package-private in the public types, so that
 * applications do not see them; {@link OpenEntities} registers the one instance when its class is initialised.
 */
public abstract class EntityAccess {

    private static volatile @Nullable EntityAccess registered;

    /** Returns the instance that {@link OpenEntities} registered. */
    public static EntityAccess instance() {
        if (registered == null) {
            try {
                MethodHandles.lookup().ensureInitialized(OpenEntities.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("OpenEntities is public, but cannot be initialised", e);
            }
        }
        return Objects.requireNonNull(registered, "OpenEntities registers the access when it is initialised");
    }

    public static void register(EntityAccess access) {
        registered = access;
    }

    public abstract <R extends Record> OpenEntities<R> open(OpenSchema open, Entity<R> declaration);

    /** Returns the writes of these entities, planned to be sent with others in one transaction. */
    public abstract <R extends Record> EntityTransactionWrites<R> writes(OpenEntities<R> entities);

    /** Plans a patch to be sent with other writes in one transaction. */
    public abstract <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfPatch<R>>> plan(
            OpenEntities<R> entities, Patch<R> patch);

    /** Plans a deletion to be sent with other writes in one transaction. */
    public abstract <R extends Record> CompletableFuture<PreparedWrite<EntityOutcome.OfDelete<R>>> plan(
            OpenEntities<R> entities, EntityDeletion<R> deletion);
}
