package dev.varve.entity;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.EntityBatchRead;
import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityIndex;
import dev.varve.entity.internal.EntityItems;
import dev.varve.entity.internal.EntitySource;
import dev.varve.entity.internal.EntityTransactionWrites;
import dev.varve.entity.internal.OptimisticWrites;
import dev.varve.entity.internal.PatchChanges;
import dev.varve.error.Rejected;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.internal.EntityLayout;
import dev.varve.schema.internal.MixedReadCheck;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Table;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The entities of an open table. Keys are given as plain values in the order in which the key templates name them, or as
 * {@link Parts}; an entity that has expired counts as absent.
 *
 * <p>Every write is atomic, with its index keys and its snapshot. If the answer to one is lost,
 * {@link dev.varve.error.OutcomeUnknown} is thrown. Repeating it never damages an entity: a create may then report its own
 * record as existing, a delete its own as missing, and a write that expects a version a conflict with itself; only
 * {@link Patch#increment} may count twice.
 */
public final class OpenEntities<R extends Record> {

    static {
        EntityAccess.register(new OpenEntitiesAccess());
    }

    private final Entity<R> entity;
    private final EntityDefinition<R> form;
    private final Table table;
    private final EntityItems<R> items;
    private final EntityTransactionWrites<R> plans;
    private final OptimisticWrites attempts;
    private final int parallel;
    private final MixedReadCheck mixing;

    OpenEntities(OpenSchema schema, Entity<R> declaration) {
        this.entity = schema.schema().declared(declaration);
        this.form = entity.form();
        this.table = schema.tableOf(entity);
        this.items = new EntityItems<>(form, table.schema());
        this.plans = new EntityTransactionWrites<>(form, items, table, schema.clock());
        this.attempts = new OptimisticWrites(form.name, table);
        this.parallel = schema.parallel();
        this.mixing =
                new MixedReadCheck(schema.schema(), entity, entity.placements().get(0));
    }

    public Entity<R> entity() {
        return entity;
    }

    EntityTransactionWrites<R> plans() {
        return plans;
    }

    EntityDefinition<R> form() {
        return form;
    }

    /** Writes an entity that does not exist yet, with defaults, stamps and version 1. */
    public EntityOutcome.OfCreate<R> create(R record) {
        return await(createAsync(record));
    }

    public CompletableFuture<EntityOutcome.OfCreate<R>> createAsync(R record) {
        return attempts.run(() -> plans.create(record));
    }

    /**
     * Creates an entity or replaces its components, but for read-only ones and the stamp of creation, which stay as they
     * are stored. An entity with a version must have the one the record says; a record with version 0 or none must be
     * new. Attributes that are no components of the record are left alone.
     */
    public EntityOutcome.OfPut<R> put(R record) {
        return await(putAsync(record));
    }

    public CompletableFuture<EntityOutcome.OfPut<R>> putAsync(R record) {
        return attempts.run(() -> plans.put(record));
    }

    /** Puts a record if this holds for what is there, which is the empty item where there is nothing. */
    public EntityOutcome.OfPut<R> putIf(Condition condition, R record) {
        return await(putIfAsync(condition, record));
    }

    public CompletableFuture<EntityOutcome.OfPut<R>> putIfAsync(Condition condition, R record) {
        return attempts.run(() -> plans.put(record, condition));
    }

    /** Begins a change of some components of an entity. */
    public Patch<R> patch(Object... key) {
        return new Patch<>(this, asked(key));
    }

    CompletableFuture<EntityOutcome.OfPatch<R>> runAsync(Patch<R> patch) {
        return attempts.run(() -> plans.patch(patch::changes));
    }

    /** Deletes an entity; its versions stay, if they are kept. */
    public EntityOutcome.OfDelete<R> delete(Object... key) {
        return removal(key).run();
    }

    public CompletableFuture<EntityOutcome.OfDelete<R>> deleteAsync(Object... key) {
        return EntityTransactionWrites.begin(() -> removal(key).runAsync());
    }

    /** Begins the deletion of an entity under conditions. */
    public EntityDeletion<R> removal(Object... key) {
        return new EntityDeletion<>(this, asked(key));
    }

    CompletableFuture<EntityOutcome.OfDelete<R>> runAsync(EntityDeletion<R> removal) {
        return attempts.run(() -> plans.delete(removal::asked));
    }

    private PatchChanges asked(Object... key) {
        return new PatchChanges(entity.key(key), List.of(), null, Condition.always());
    }

    /** Returns the entity with this key; it may miss the newest writes. */
    public Optional<R> find(Object... key) {
        return await(findAsync(key));
    }

    public CompletableFuture<Optional<R>> findAsync(Object... key) {
        return EntityTransactionWrites.begin(() -> table.get(get(key)).thenApply(this::read));
    }

    /** Returns the entity with this key as the newest write left it, at twice the price on DynamoDB. */
    public Optional<R> findConsistent(Object... key) {
        return await(findConsistentAsync(key));
    }

    public CompletableFuture<Optional<R>> findConsistentAsync(Object... key) {
        return EntityTransactionWrites.begin(
                () -> table.get(get(key).consistent()).thenApply(this::read));
    }

    private Get get(Object... key) {
        return Get.of(items.key(entity.key(key)));
    }

    private Optional<R> read(GetResult result) {
        Item item = result.item();
        return item == null ? Optional.empty() : Optional.of(items.read(item));
    }

    /** Returns the entities with these keys: each a plain value, a list of the key's values, or {@link Parts}. */
    public FoundEntities<R> findAll(Collection<?> keys) {
        return await(findAllAsync(keys));
    }

    public CompletableFuture<FoundEntities<R>> findAllAsync(Collection<?> keys) {
        return EntityTransactionWrites.begin(() -> {
            List<Parts> wanted = keys.stream()
                    .map(key -> key instanceof List<?> values ? entity.key(values.toArray()) : entity.key(key))
                    .toList();
            return new EntityBatchRead<>(table, items, parallel, wanted).run();
        });
    }

    /**
     * Asks for the entities in an index by the parts its keys begin with: all of the partition, and any of the sort key
     * from the left. {@code by("gsi1", Status.ACTIVE)}
     */
    public EntityQuery<R> by(String index, Object... leading) {
        EntityIndex found = form.indexes.stream()
                .filter(candidate -> candidate.name().equals(index))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "entity.unknown-index",
                        "%s is not in index %s; it is in %s"
                                .formatted(
                                        form.name,
                                        index,
                                        form.indexes.stream()
                                                .map(EntityIndex::name)
                                                .toList())));
        mixing.requireNone(index);
        return query(
                index,
                Condition.always(),
                found.keys().layout(),
                found.keys().parts().leading(leading));
    }

    /**
     * Asks for the entities whose own key begins with these parts: all of the partition, and any of the sort key from the
     * left. All alerts of a device: {@code in("d-1")}
     */
    public EntityQuery<R> in(Object... leading) {
        mixing.requireNone(null);
        Condition only = form.history == null
                ? Condition.always()
                : attr(EntityItems.SNAPSHOT).absent();
        return query(null, only, form.layout, form.key.leading(leading));
    }

    private EntityQuery<R> query(@Nullable String index, Condition only, EntityLayout layout, Parts leading) {
        return new EntityQuery<>(new EntitySource<>(
                form.name, form.mapping, items::read, only, table, parallel, index, form.layout, layout, leading));
    }

    /** Returns the kept versions of an entity; refused where none are kept. */
    public Versions<R> versions(Object... key) {
        if (form.history == null) {
            throw new Rejected(
                    "entity.no-history",
                    "%s keeps no versions: declare versioned(…, VersionHistory.retained())".formatted(form.name));
        }
        return new Versions<>(items, table, entity.key(key));
    }

    static <T> T await(CompletableFuture<T> future) {
        return BlockingTable.await(future);
    }
}
