package dev.varve.entity.internal;

import dev.varve.entity.EntityOutcome;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.schema.internal.CancelCause;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Get;
import dev.varve.table.PageToken;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.internal.LayoutKeys;
import dev.varve.table.internal.RecordConditions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans writes of entities, to be sent with others in one transaction. Nothing is written; an entity is read where a
 * plan depends on it, and the plan then holds only while that is unchanged: {@link CancelCause.Outdated}.
 */
public final class EntityTransactionWrites<R extends Record> {

    private static final PriorState UNSEEN = new PriorState(null, 0, Capacity.NONE);

    private final EntityDefinition<R> form;
    private final EntityItems<R> items;
    private final EntityWrites<R> writes;
    private final Table table;
    private final InstantSource clock;

    public EntityTransactionWrites(EntityDefinition<R> form, EntityItems<R> items, Table table, InstantSource clock) {
        this.form = form;
        this.items = items;
        this.writes = new EntityWrites<>(form, items);
        this.table = table;
        this.clock = clock;
    }

    /** Turns a condition about an entity into one about its item. */
    public Condition stored(Condition condition) {
        return new RecordConditions(form.mapping, table.schema()).stored(condition);
    }

    public CompletableFuture<PreparedWrite<EntityOutcome.OfCreate<R>>> create(R record) {
        return begin(() -> {
            Instant now = clock.instant();
            if (form.history == null) {
                return CompletableFuture.completedFuture(writes.create(record, UNSEEN, now));
            }
            Parts key = form.key.require(form.content(record));
            return lastVersion(key, null, Capacity.NONE).thenApply(seen -> writes.create(record, seen, now));
        });
    }

    /** Returns whether a create is planned without a read. */
    boolean createsBlindly() {
        return form.history == null;
    }

    /** Plans to create an entity without a read; rejects an invalid record. */
    PreparedWrite<EntityOutcome.OfCreate<R>> blindCreate(R record) {
        return writes.create(record, UNSEEN, clock.instant());
    }

    public CompletableFuture<PreparedWrite<EntityOutcome.OfPut<R>>> put(R record) {
        return put(record, Condition.always());
    }

    public CompletableFuture<PreparedWrite<EntityOutcome.OfPut<R>>> put(R record, Condition condition) {
        return begin(() -> {
            Instant now = clock.instant();
            return planned(
                    seen -> writes.put(record, stored(condition), seen, now), form.key.require(form.content(record)));
        });
    }

    /** @param patch is called when the write is planned; what it rejects fails the future */
    public CompletableFuture<PreparedWrite<EntityOutcome.OfPatch<R>>> patch(Supplier<PatchChanges> patch) {
        return begin(() -> {
            Instant now = clock.instant();
            PatchChanges changes = patch.get();
            return planned(seen -> writes.patch(changes, seen, now), changes.key());
        });
    }

    /** @param deletion is called when the write is planned; what it rejects fails the future */
    public CompletableFuture<PreparedWrite<EntityOutcome.OfDelete<R>>> delete(Supplier<PatchChanges> deletion) {
        return begin(() -> CompletableFuture.completedFuture(writes.delete(deletion.get())));
    }

    /** Plans to let a transaction through only if there is such an entity and the condition holds for it. */
    public CompletableFuture<PreparedWrite<EntityOutcome.OfCheck<R>>> check(Condition condition, Object... key) {
        return begin(() -> CompletableFuture.completedFuture(writes.check(form.key.of(key), stored(condition))));
    }

    private <O> CompletableFuture<PreparedWrite<O>> planned(
            Function<@Nullable PriorState, Optional<PreparedWrite<O>>> plan, Parts key) {
        Optional<PreparedWrite<O>> blind = plan.apply(null);
        return blind.isPresent()
                ? CompletableFuture.completedFuture(blind.get())
                : look(key).thenApply(seen -> plan.apply(seen).orElseThrow());
    }

    private CompletableFuture<PriorState> look(Parts key) {
        return table.get(Get.of(items.key(key)).consistent())
                .thenCompose(found -> form.history == null || form.versionOf(found.item()) > 0
                        ? CompletableFuture.completedFuture(new PriorState(found.item(), 0, found.capacity()))
                        // A new life of an entity goes on counting, so that no version is written twice.
                        : lastVersion(key, null, found.capacity())
                                .thenApply(last -> new PriorState(found.item(), last.lastVersion(), last.capacity())));
    }

    private CompletableFuture<PriorState> lastVersion(Parts key, @Nullable PageToken resume, Capacity spent) {
        Query query = LayoutKeys.query(items.snapshots(key))
                .descending()
                .limit(1)
                .consistent()
                .resume(resume);
        return table.query(query).thenCompose(page -> {
            Capacity capacity = spent.plus(page.capacity());
            Item newest = page.first().orElse(null);
            return newest == null && page.next() != null
                    ? lastVersion(key, page.next(), capacity)
                    : CompletableFuture.completedFuture(new PriorState(null, form.versionOf(newest), capacity));
        });
    }

    /** Begins work whose refusals are to be in its future, like every other error. */
    public static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
