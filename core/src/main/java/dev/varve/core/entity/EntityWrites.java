package dev.varve.core.entity;

import dev.varve.core.item.Item;
import dev.varve.core.item.MappedComponent;
import dev.varve.core.item.Num;
import dev.varve.core.item.Value;
import dev.varve.core.item.ValueType;
import dev.varve.core.key.Keys;
import dev.varve.core.key.Parts;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Check;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Delete;
import dev.varve.core.table.Key;
import dev.varve.core.table.Path;
import dev.varve.core.table.Put;
import dev.varve.core.table.TableSchema;
import dev.varve.core.table.Update;
import dev.varve.core.table.UpdateAction;
import dev.varve.core.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns what is asked of an entity into writes of its table; pure. */
final class EntityWrites<R extends Record> {

    /*
     * A put is an update that sets or removes every component, so that what is to be kept can be kept by its table,
     * whoever else writes meanwhile. Only where an index key is made of something the update does not know is the entity
     * read first, and the update is then conditioned on just that being unchanged. Where versions are kept, the snapshot
     * needs the whole entity: it is always read first, and the version tells whether it changed.
     */
    private final EntityForm<R> form;
    private final TableSchema table;
    private final Condition exists;
    private final Condition absent;
    private final Set<String> attributes;
    private final String[] notComponents;

    EntityWrites(EntityForm<R> form, TableSchema table) {
        this.form = form;
        this.table = table;
        this.exists = Path.attr(table.key().partition().name()).exists();
        this.absent = Path.attr(table.key().partition().name()).absent();
        this.attributes = Set.copyOf(form.mapping.attributes());
        this.notComponents = notComponents(table, attributes);
    }

    private static String[] notComponents(TableSchema table, Set<String> components) {
        Set<String> names = new TreeSet<>(table.key().names());
        table.indexes().forEach(index -> names.addAll(index.key().names()));
        if (table.ttlAttribute() != null) {
            names.add(table.ttlAttribute());
        }
        names.removeAll(components);
        return names.toArray(String[]::new);
    }

    Key key(Parts parts) {
        return Key.of(form.layout.write(parts));
    }

    /** Returns the record an item of the table is. */
    R read(Item item) {
        return form.mapping.fromItem(item.without(notComponents));
    }

    private @Nullable R readNullable(@Nullable Item item) {
        return item == null ? null : read(item);
    }

    PlannedWrite<EntityOutcome.OfCreate<R>> create(R record, Seen seen, Instant now) {
        Item content = form.content(record);
        Parts parts = form.key.require(content);
        Item.Builder stamped = Item.builder().putAll(content);
        if (form.createdAt != null) {
            stamped.put(form.createdAt.attribute(), form.createdAt.at(now));
        }
        if (form.updatedAt != null) {
            stamped.put(form.updatedAt.attribute(), form.updatedAt.at(now));
        }
        if (form.version != null) {
            stamped.put(form.version.attribute(), Num.of(seen.lastVersion() + 1));
        }
        Item whole = stamped.build();
        Item item = table.keyed(
                key(parts),
                expiring(indexed(whole, attributes, sources -> true, now).addTo(whole), form.keep, now));
        List<Write> writes = new ArrayList<>(List.of(Put.of(item).when(absent)));
        if (form.history != null) {
            writes.add(snapshot(parts, item, now));
        }
        return new PlannedWrite<>(
                writes,
                item,
                seen.capacity(),
                (image, capacity) -> new EntityOutcome.Created<>(read(image), capacity),
                (existing, capacity) -> existing == null ? null : new EntityOutcome.Exists<>(read(existing), capacity));
    }

    /** Returns the put, or empty where the entity has to be seen for it. */
    Optional<PlannedWrite<EntityOutcome.OfPut<R>>> put(
            R record, Condition condition, @Nullable Seen seen, Instant now) {
        Item content = form.content(record);
        Parts parts = form.key.require(content);
        long expected = form.versionOf(record);
        long next = expected == 0 && seen != null ? seen.lastVersion() + 1 : expected + 1;
        Update update = replacing(key(parts), content, next, now);
        // All that is set is known; what is set only if absent is not.
        Set<String> known = new HashSet<>(attributes);
        known.removeAll(form.kept());
        Item knownItem = update.apply(table, null).only(attributes);
        Condition all = form.version == null ? condition : isVersion(expected).and(condition);
        return finished(update.when(all), new IndexPlan.Known(knownItem, known), sources -> true, seen, now)
                .map(ready -> new PlannedWrite<>(
                        ready.writes(parts, now),
                        ready.image(),
                        seen == null ? Capacity.NONE : seen.capacity(),
                        (image, capacity) -> new EntityOutcome.Written<>(read(image), capacity),
                        (existing, capacity) -> {
                            if (form.version != null && form.versionOf(existing) != expected) {
                                return new EntityOutcome.VersionConflict<>(readNullable(existing), capacity);
                            }
                            return condition.test(existing == null ? Item.empty() : existing)
                                    ? null
                                    : new EntityOutcome.ConditionFailed<>(readNullable(existing), capacity);
                        }));
    }

    /** Returns the update that makes an item of these components, but keeps what is written once. */
    private Update replacing(Key key, Item content, long version, Instant now) {
        Update update = Update.of(key);
        for (MappedComponent<R> component : form.mapping.components()) {
            String attribute = component.attribute();
            Value value = content.value(attribute);
            if (table.key().contains(attribute)) {
                continue;
            }
            if (form.createdAt != null && EntityForm.isStamp(form.createdAt, component.name())) {
                update = update.setIfAbsent(attribute, form.createdAt.at(now));
            } else if (form.updatedAt != null && EntityForm.isStamp(form.updatedAt, component.name())) {
                update = update.set(attribute, form.updatedAt.at(now));
            } else if (form.isVersion(component.name())) {
                update = update.set(attribute, version);
            } else if (form.readOnly.contains(component.name())) {
                update = value == null ? update : update.setIfAbsent(attribute, value);
            } else {
                update = value == null ? update.remove(attribute) : update.set(attribute, value);
            }
        }
        if (table.ttlAttribute() != null) {
            update = form.keep == null
                    ? update.remove(table.ttlAttribute())
                    : update.set(table.ttlAttribute(), Keys.ttl(now.plus(form.keep)));
        }
        return update;
    }

    /** Returns the patch, or empty where the entity has to be seen for it. */
    Optional<PlannedWrite<EntityOutcome.OfPatch<R>>> patch(Changes changes, @Nullable Seen seen, Instant now) {
        Update update = new Patching(changes, seen, now).update;
        Set<String> touched = new HashSet<>();
        Set<String> known = new HashSet<>(form.key.attributes());
        Item knownItem = keyItem(changes.key());
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
        Condition condition = exists.and(
                        changes.expected() == null ? Condition.always() : isVersion(changes.expected()))
                .and(changes.condition());
        return finished(
                        update.when(condition),
                        new IndexPlan.Known(knownItem, known),
                        sources -> !Collections.disjoint(sources, touched),
                        seen,
                        now)
                .map(ready -> new PlannedWrite<>(
                        ready.writes(changes.key(), now),
                        ready.image(),
                        seen == null ? Capacity.NONE : seen.capacity(),
                        (image, capacity) -> new EntityOutcome.Patched<>(read(image), capacity),
                        (existing, capacity) -> refusedPatch(changes, existing, capacity)));
    }

    private EntityOutcome.@Nullable OfPatch<R> refusedPatch(
            Changes changes, @Nullable Item existing, Capacity capacity) {
        if (existing == null) {
            return new EntityOutcome.Missing<>(capacity);
        }
        if (changes.expected() != null && form.versionOf(existing) != changes.expected()) {
            return new EntityOutcome.VersionConflict<>(read(existing), capacity);
        }
        return changes.condition().test(existing)
                ? null
                : new EntityOutcome.ConditionFailed<>(read(existing), capacity);
    }

    /** Adds to a patch what every write does. */
    private final class Patching {

        final Update update;

        Patching(Changes changes, @Nullable Seen seen, Instant now) {
            Update more = Update.of(key(changes.key()));
            for (UpdateAction action : changes.actions()) {
                more = more.with(action);
            }
            if (form.updatedAt != null) {
                more = more.set(form.updatedAt.attribute(), form.updatedAt.at(now));
            }
            if (form.keep != null && table.ttlAttribute() != null) {
                more = more.set(table.ttlAttribute(), Keys.ttl(now.plus(form.keep)));
            }
            update = form.version == null ? more : counted(more, form.version.attribute(), changes, seen);
        }

        private Update counted(Update more, String attribute, Changes changes, @Nullable Seen seen) {
            if (changes.expected() != null) {
                return more.set(attribute, changes.expected() + 1);
            }
            return form.history == null || seen == null
                    ? more.increment(attribute, 1)
                    : more.set(attribute, Math.max(form.versionOf(seen.item()), seen.lastVersion()) + 1);
        }
    }

    PlannedWrite<EntityOutcome.OfDelete<R>> delete(Changes asked) {
        Condition version = asked.expected() == null ? Condition.always() : isVersion(asked.expected());
        return new PlannedWrite<>(
                List.of(Delete.of(key(asked.key())).when(exists.and(version).and(asked.condition()))),
                null,
                Capacity.NONE,
                (image, capacity) -> new EntityOutcome.Deleted<>(read(image), capacity),
                (existing, capacity) -> {
                    if (existing == null) {
                        return new EntityOutcome.Missing<>(capacity);
                    }
                    return asked.expected() != null && form.versionOf(existing) != asked.expected()
                            ? new EntityOutcome.VersionConflict<>(read(existing), capacity)
                            : new EntityOutcome.ConditionFailed<>(read(existing), capacity);
                });
    }

    PlannedWrite<EntityOutcome.OfCheck<R>> check(Parts parts, Condition condition) {
        return new PlannedWrite<>(
                List.of(Check.of(key(parts), exists.and(condition))),
                null,
                Capacity.NONE,
                (image, capacity) -> new EntityOutcome.Held<>(capacity),
                (existing, capacity) -> existing == null
                        ? new EntityOutcome.Missing<>(capacity)
                        : new EntityOutcome.ConditionFailed<>(read(existing), capacity));
    }

    /** An update with the index keys it needs, and the item it makes where that is known. */
    private final class Ready {

        private final Update update;
        private final @Nullable Item image;

        Ready(Update update, @Nullable Item image) {
            this.update = update;
            this.image = image;
        }

        @Nullable
        Item image() {
            return image;
        }

        List<Write> writes(Parts parts, Instant now) {
            return image == null || form.history == null
                    ? List.of(update)
                    : List.of(update, snapshot(parts, image, now));
        }
    }

    private Optional<Ready> finished(
            Update update, IndexPlan.Known known, Predicate<Set<String>> affected, @Nullable Seen seen, Instant now) {
        IndexPlan blind = IndexPlan.of(form.indexes, table, known, affected, now);
        if (seen == null) {
            return form.history == null && blind.unknown().isEmpty()
                    ? Optional.of(new Ready(blind.addTo(update), null))
                    : Optional.empty();
        }
        Item after = update.apply(table, seen.item());
        Update whole =
                indexed(after, attributes, affected, now).addTo(update).when(blind.unchanged(seen.itemOrEmpty()));
        return Optional.of(
                form.history == null
                        ? new Ready(whole, null)
                        : new Ready(
                                whole.when(isVersion(form.versionOf(seen.item()))), whole.apply(table, seen.item())));
    }

    private IndexPlan indexed(Item item, Set<String> known, Predicate<Set<String>> affected, Instant now) {
        return IndexPlan.of(form.indexes, table, new IndexPlan.Known(item, known), affected, now);
    }

    private Condition isVersion(long version) {
        Path path = Path.attr(Objects.requireNonNull(form.version).attribute());
        return version == 0 ? path.absent() : path.is(version);
    }

    private Put snapshot(Parts parts, Item item, Instant now) {
        String component = Objects.requireNonNull(form.version).name();
        Key key = Key.of(Objects.requireNonNull(form.snapshots)
                .write(parts.with(component, VersionText.of(form.versionOf(item)))));
        Duration keep = Objects.requireNonNull(form.history).keep();
        return Put.of(expiring(table.keyed(key, item.only(attributes)), keep, now))
                .when(absent);
    }

    private Item expiring(Item item, @Nullable Duration keep, Instant now) {
        return keep == null || table.ttlAttribute() == null
                ? item
                : item.with(table.ttlAttribute(), Num.of(Keys.ttl(now.plus(keep))));
    }

    /** Returns the components a key tells, as they are stored. */
    private Item keyItem(Parts parts) {
        Item.Builder item = Item.builder();
        for (String name : form.key.names()) {
            MappedComponent<R> component = form.mapping.component(name);
            boolean isNumber = component.valueType().equals(Optional.of(ValueType.NUMBER));
            item.put(component.attribute(), isNumber ? Num.of(parts.number(name)) : Value.of(parts.text(name)));
        }
        return item.build();
    }
}
