package dev.varve.entity;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.EntityBatchCreate;
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
import dev.varve.schema.internal.Placements;
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
 * The entities of an open table. Keys are plain values in the order in which the key templates name them, or
 * {@link Parts}. An expired entity counts as absent.
 *
 * <p>Every write is atomic, including its index keys and its version copy. If the response is lost,
 * {@link dev.varve.error.OutcomeUnknown} is thrown. Repeating a write never damages an entity: a create may report its
 * own record as existing, a delete may report a missing entity, and a write that expects a version may conflict with
 * itself. Only {@link Patch#increment} may count twice.
 */
public final class OpenEntities<R extends Record> {

    static {
        EntityAccess.register(new OpenEntitiesAccess());
    }

    /** The largest number of entities that one call creates at a time, on a table without grouped puts. */
    private static final int CREATED_AT_ONCE = 256;

    private final OpenSchema schema;
    private final Entity<R> entity;
    private final EntityDefinition<R> definition;
    private final Table table;
    private final EntityItems<R> items;
    private final EntityTransactionWrites<R> plans;
    private final OptimisticWrites attempts;
    private final int parallel;
    private final MixedReadCheck mixing;

    OpenEntities(OpenSchema schema, Entity<R> declaration) {
        this(
                schema,
                schema.schema().declared(declaration),
                schema.tableOf(schema.schema().declared(declaration)));
    }

    private OpenEntities(OpenSchema schema, Entity<R> entity, Table table) {
        this.schema = schema;
        this.entity = entity;
        this.definition = entity.compiled();
        this.table = table;
        this.items = new EntityItems<>(definition, table.schema());
        this.plans = new EntityTransactionWrites<>(definition, items, table, schema.clock());
        this.attempts = new OptimisticWrites(definition.name, table);
        this.parallel = schema.parallel();
        this.mixing = new MixedReadCheck(
                schema.schema(), entity, Placements.of(entity).get(0));
    }

    public Entity<R> entity() {
        return entity;
    }

    /**
     * Returns these entities with deferred durability: a write is visible at once, and durable with the next ordinary
     * write of the engine. For values that may be lost with a power failure, such as when a device was last seen.
     *
     * @see Table#deferred
     */
    public OpenEntities<R> deferred() {
        return new OpenEntities<>(schema, entity, table.deferred());
    }

    EntityTransactionWrites<R> plans() {
        return plans;
    }

    EntityDefinition<R> definition() {
        return definition;
    }

    /** Creates an entity that does not exist yet, with defaults, timestamps and version 1. */
    public EntityOutcome.OfCreate<R> create(R record) {
        return await(createAsync(record));
    }

    public CompletableFuture<EntityOutcome.OfCreate<R>> createAsync(R record) {
        return attempts.run(() -> plans.create(record));
    }

    List<CompletableFuture<EntityOutcome.OfCreate<R>>> createEach(List<R> records) {
        return new EntityBatchCreate<>(plans, attempts, table, CREATED_AT_ONCE).run(records);
    }

    /**
     * Creates an entity or replaces its components. Read-only components and the time of creation keep their stored
     * values. If entities have a version, the stored entity must have the version of the record; a record with version
     * 0 or none must be new. Attributes that are not components of the record are left alone.
     */
    public EntityOutcome.OfPut<R> put(R record) {
        return await(putAsync(record));
    }

    public CompletableFuture<EntityOutcome.OfPut<R>> putAsync(R record) {
        return attempts.run(() -> plans.put(record));
    }

    /** Puts a record if the condition holds for the stored item; a missing entity counts as an empty item. */
    public EntityOutcome.OfPut<R> putIf(Condition condition, R record) {
        return await(putIfAsync(condition, record));
    }

    public CompletableFuture<EntityOutcome.OfPut<R>> putIfAsync(Condition condition, R record) {
        return attempts.run(() -> plans.put(record, condition));
    }

    /** Starts a change of some components of an entity. */
    public Patch<R> patch(Object... key) {
        return new Patch<>(this, changes(key));
    }

    CompletableFuture<EntityOutcome.OfPatch<R>> runAsync(Patch<R> patch) {
        return attempts.run(() -> plans.patch(patch::changes));
    }

    /** Deletes an entity; kept versions remain. */
    public EntityOutcome.OfDelete<R> delete(Object... key) {
        return removal(key).run();
    }

    public CompletableFuture<EntityOutcome.OfDelete<R>> deleteAsync(Object... key) {
        return EntityTransactionWrites.begin(() -> removal(key).runAsync());
    }

    /** Starts the deletion of an entity under conditions. */
    public EntityDeletion<R> removal(Object... key) {
        return new EntityDeletion<>(this, changes(key));
    }

    CompletableFuture<EntityOutcome.OfDelete<R>> runAsync(EntityDeletion<R> removal) {
        return attempts.run(() -> plans.delete(removal::changes));
    }

    private PatchChanges changes(Object... key) {
        return new PatchChanges(entity.key(key), List.of(), null, Condition.always());
    }

    /** Returns the entity with this key; the read may miss writes of the last moments. */
    public Optional<R> find(Object... key) {
        return await(findAsync(key));
    }

    public CompletableFuture<Optional<R>> findAsync(Object... key) {
        return EntityTransactionWrites.begin(() -> table.get(get(key)).thenApply(this::read));
    }

    /** Returns the entity with this key with a consistent read, which costs twice as much on DynamoDB. */
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
     * Queries an index by the leading parts of its keys: all parts of the partition, and any number of parts of the
     * sort key from the left. Example: {@code by("gsi1", Status.ACTIVE)}
     */
    public EntityQuery<R> by(String index, Object... leading) {
        EntityIndex found = definition.indexes.stream()
                .filter(candidate -> candidate.name().equals(index))
                .findFirst()
                .orElseThrow(() -> new Rejected(
                        "entity.unknown-index",
                        "%s has no index %s; its indexes are %s"
                                .formatted(
                                        definition.name,
                                        index,
                                        definition.indexes.stream()
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
     * Queries the table by the leading parts of its keys: all parts of the partition, and any number of parts of the
     * sort key from the left. All alerts of a device: {@code in("d-1")}
     */
    public EntityQuery<R> in(Object... leading) {
        mixing.requireNone(null);
        Condition only = definition.history == null
                ? Condition.always()
                : attr(EntityItems.SNAPSHOT).absent();
        return query(null, only, definition.layout, definition.key.leading(leading));
    }

    private EntityQuery<R> query(@Nullable String index, Condition only, EntityLayout layout, Parts leading) {
        return new EntityQuery<>(new EntitySource<>(
                definition.name,
                definition.mapping,
                items::read,
                only,
                table,
                parallel,
                index,
                definition.layout,
                layout,
                leading));
    }

    /** Returns the kept versions of an entity; refused if none are kept. */
    public Versions<R> versions(Object... key) {
        if (definition.history == null) {
            throw new Rejected(
                    "entity.no-history",
                    "%s keeps no versions: declare versioned(…, VersionHistory.retained())".formatted(definition.name));
        }
        return new Versions<>(items, table, entity.key(key));
    }

    static <T> T await(CompletableFuture<T> future) {
        return BlockingTable.await(future);
    }
}
