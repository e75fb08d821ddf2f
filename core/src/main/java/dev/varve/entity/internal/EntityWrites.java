package dev.varve.entity.internal;

import dev.varve.entity.EntityOutcome;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.internal.MappedComponent;
import dev.varve.item.internal.MappingAccess;
import dev.varve.key.Parts;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.ConditionCheck;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.Put;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.UpdateAction;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Plans writes of entities as writes of their table; pure. */
final class EntityWrites<R extends Record> {

    /*
     * A put is an update that sets or removes every component, so that the table itself keeps read-only components,
     * even with concurrent writers. The entity is read first only if an index key depends on an attribute that the
     * update does not know; the update then requires that this attribute has not changed. If versions are kept, the
     * copy needs the whole entity: it is always read first, and the version shows whether it changed.
     */
    private final EntityDefinition<R> definition;
    private final EntityItems<R> items;
    private final TableSchema table;

    EntityWrites(EntityDefinition<R> definition, EntityItems<R> items) {
        this.definition = definition;
        this.items = items;
        this.table = items.table();
    }

    PreparedWrite<EntityOutcome.OfCreate<R>> create(R record, PriorState seen, Instant now) {
        Item content = definition.content(record);
        Parts parts = definition.key.require(content);
        Item.Builder stamped = Item.builder().putAll(content);
        if (definition.createdAt != null) {
            stamped.put(definition.createdAt.attribute(), definition.createdAt.at(now));
        }
        if (definition.updatedAt != null) {
            stamped.put(definition.updatedAt.attribute(), definition.updatedAt.at(now));
        }
        if (definition.version != null) {
            stamped.put(definition.version.attribute(), Num.of(seen.lastVersion() + 1));
        }
        if (definition.keep != null && table.ttlAttribute() != null) {
            stamped.put(table.ttlAttribute(), Num.of(EntityItems.expiry(now, definition.keep)));
        }
        Item whole = stamped.build();
        Item item = table.keyed(
                items.key(parts), indexed(whole, sources -> true, now).addTo(whole));
        List<Write> writes = new ArrayList<>(List.of(Put.of(item).when(items.isAbsent())));
        if (definition.history != null) {
            writes.add(snapshot(parts, item, now));
        }
        return new PreparedWrite<>(
                writes,
                item,
                seen.capacity(),
                (image, capacity) -> new EntityOutcome.Created<>(items.read(image), capacity),
                (existing, capacity) ->
                        existing == null ? null : new EntityOutcome.Exists<>(items.read(existing), capacity));
    }

    /** Returns the put, or empty if the entity must be read first. */
    Optional<PreparedWrite<EntityOutcome.OfPut<R>>> put(
            R record, Condition condition, @Nullable PriorState seen, Instant now) {
        Item content = definition.content(record);
        Parts parts = definition.key.require(content);
        long expected = definition.versionOf(record);
        long next = expected == 0 && seen != null ? seen.lastVersion() + 1 : expected + 1;
        Update update = replacing(items.key(parts), content, next, now);
        // The value of an attribute that is set only if absent is not known.
        Set<String> known = new HashSet<>(items.attributes());
        known.removeAll(definition.kept());
        Item after = items.restored(update.apply(table, null));
        Condition all = definition.version == null
                ? condition
                : items.isVersion(expected).and(condition);
        return finished(update.when(all), new IndexKeyChanges.Known(after, known), sources -> true, seen, now)
                .map(ready -> new PreparedWrite<>(
                        writes(ready, parts, now),
                        ready.image(),
                        seen == null ? Capacity.NONE : seen.capacity(),
                        (image, capacity) -> new EntityOutcome.Written<>(items.read(image), capacity),
                        (existing, capacity) -> refusedPut(expected, condition, existing, capacity)));
    }

    private EntityOutcome.@Nullable OfPut<R> refusedPut(
            long expected, Condition condition, @Nullable Item existing, Capacity capacity) {
        if (definition.version != null && definition.versionOf(existing) != expected) {
            return new EntityOutcome.VersionConflict<>(items.readNullable(existing), capacity);
        }
        return condition.test(existing == null ? Item.empty() : existing)
                ? null
                : new EntityOutcome.ConditionFailed<>(items.readNullable(existing), capacity);
    }

    /** Returns the update that replaces the components, except those that are written once. */
    private Update replacing(Key key, Item content, long version, Instant now) {
        Update update = Update.of(key);
        for (MappedComponent<R> component : MappingAccess.instance().components(definition.mapping)) {
            String attribute = component.attribute();
            Value value = content.value(attribute);
            if (table.key().contains(attribute)) {
                continue;
            }
            if (definition.createdAt != null && definition.createdAt.attribute().equals(attribute)) {
                update = update.setIfAbsent(attribute, definition.createdAt.at(now));
            } else if (definition.updatedAt != null
                    && definition.updatedAt.attribute().equals(attribute)) {
                update = update.set(attribute, definition.updatedAt.at(now));
            } else if (definition.isVersion(component.name())) {
                update = update.set(attribute, version);
            } else if (definition.readOnly.contains(component.name())) {
                update = value == null ? update : update.setIfAbsent(attribute, value);
            } else {
                update = value == null ? update.remove(attribute) : update.set(attribute, value);
            }
        }
        if (table.ttlAttribute() != null) {
            update = definition.keep == null
                    ? update.remove(table.ttlAttribute())
                    : update.set(table.ttlAttribute(), EntityItems.expiry(now, definition.keep));
        }
        return update;
    }

    /** Returns the patch, or empty if the entity must be read first. */
    Optional<PreparedWrite<EntityOutcome.OfPatch<R>>> patch(
            PatchChanges changes, @Nullable PriorState seen, Instant now) {
        Update update = patching(changes, seen, now);
        Set<String> touched = new HashSet<>();
        Set<String> known = new HashSet<>(definition.key.attributes());
        Item knownItem = items.ofKey(changes.key());
        for (UpdateAction action : update.actions()) {
            String attribute = action.path().attribute();
            touched.add(attribute);
            if (action instanceof UpdateAction.Set set) {
                known.add(attribute);
                knownItem = knownItem.with(attribute, set.value());
            } else if (action instanceof UpdateAction.Remove) {
                known.add(attribute);
            }
        }
        return finished(
                        update.when(conditionOf(changes)),
                        new IndexKeyChanges.Known(knownItem, known),
                        sources -> !Collections.disjoint(sources, touched),
                        seen,
                        now)
                .map(ready -> new PreparedWrite<>(
                        writes(ready, changes.key(), now),
                        ready.image(),
                        seen == null ? Capacity.NONE : seen.capacity(),
                        (image, capacity) -> new EntityOutcome.Patched<>(items.read(image), capacity),
                        (existing, capacity) -> {
                            if (existing == null) {
                                return new EntityOutcome.Missing<>(capacity);
                            } else if (isConflict(changes, existing)) {
                                return new EntityOutcome.VersionConflict<>(items.read(existing), capacity);
                            }
                            return changes.condition().test(existing)
                                    ? null
                                    : new EntityOutcome.ConditionFailed<>(items.read(existing), capacity);
                        }));
    }

    /** Returns the actions of a patch and those of every write. */
    private Update patching(PatchChanges changes, @Nullable PriorState seen, Instant now) {
        Update update = Update.of(items.key(changes.key()));
        for (UpdateAction action : changes.actions()) {
            update = update.with(action);
        }
        if (definition.updatedAt != null) {
            update = update.set(definition.updatedAt.attribute(), definition.updatedAt.at(now));
        }
        if (definition.keep != null && table.ttlAttribute() != null) {
            update = update.set(table.ttlAttribute(), EntityItems.expiry(now, definition.keep));
        }
        if (definition.version == null) {
            return update;
        }
        String version = definition.version.attribute();
        if (changes.expected() != null) {
            return update.set(version, changes.expected() + 1);
        }
        return definition.history == null || seen == null
                ? update.increment(version, 1)
                : update.set(version, Math.max(definition.versionOf(seen.item()), seen.lastVersion()) + 1);
    }

    PreparedWrite<EntityOutcome.OfDelete<R>> delete(PatchChanges changes) {
        return new PreparedWrite<>(
                List.of(Delete.of(items.key(changes.key())).when(conditionOf(changes))),
                null,
                Capacity.NONE,
                (image, capacity) -> new EntityOutcome.Deleted<>(items.read(image), capacity),
                (existing, capacity) -> {
                    if (existing == null) {
                        return new EntityOutcome.Missing<>(capacity);
                    }
                    return isConflict(changes, existing)
                            ? new EntityOutcome.VersionConflict<>(items.read(existing), capacity)
                            : new EntityOutcome.ConditionFailed<>(items.read(existing), capacity);
                });
    }

    PreparedWrite<EntityOutcome.OfCheck<R>> check(Parts parts, Condition condition) {
        return new PreparedWrite<>(
                List.of(ConditionCheck.of(items.key(parts), items.exists().and(condition))),
                null,
                Capacity.NONE,
                (image, capacity) -> new EntityOutcome.Held<>(capacity),
                (existing, capacity) -> existing == null
                        ? new EntityOutcome.Missing<>(capacity)
                        : new EntityOutcome.ConditionFailed<>(items.read(existing), capacity));
    }

    private Condition conditionOf(PatchChanges changes) {
        return items.exists()
                .and(changes.expected() == null ? Condition.always() : items.isVersion(changes.expected()))
                .and(changes.condition());
    }

    private boolean isConflict(PatchChanges changes, Item existing) {
        return changes.expected() != null && definition.versionOf(existing) != changes.expected();
    }

    /**
     * An update with the index keys it needs.
     *
     * @param image the resulting item; null if versions are not kept
     */
    private record Ready(Update update, @Nullable Item image) {}

    private List<Write> writes(Ready ready, Parts parts, Instant now) {
        return ready.image() == null
                ? List.of(ready.update())
                : List.of(ready.update(), snapshot(parts, ready.image(), now));
    }

    private Optional<Ready> finished(
            Update update,
            IndexKeyChanges.Known known,
            Predicate<Set<String>> affected,
            @Nullable PriorState seen,
            Instant now) {
        IndexKeyChanges blind = IndexKeyChanges.of(definition.indexes, table, known, affected, now);
        if (seen == null) {
            return definition.history == null && blind.unknown().isEmpty()
                    ? Optional.of(new Ready(blind.addTo(update), null))
                    : Optional.empty();
        }
        Item after = items.restored(update.apply(table, seen.item()));
        Update whole = indexed(after, affected, now).addTo(update).when(blind.unchanged(seen.itemOrEmpty()));
        return Optional.of(
                definition.history == null
                        ? new Ready(whole, null)
                        : new Ready(
                                whole.when(items.isVersion(definition.versionOf(seen.item()))),
                                whole.apply(table, seen.item())));
    }

    private IndexKeyChanges indexed(Item item, Predicate<Set<String>> affected, Instant now) {
        return IndexKeyChanges.of(
                definition.indexes, table, new IndexKeyChanges.Known(item, items.attributes()), affected, now);
    }

    private Put snapshot(Parts parts, Item entity, Instant now) {
        return Put.of(items.snapshot(parts, entity, now)).when(items.isAbsent());
    }
}
