package dev.varve.entity;

import dev.varve.entity.internal.EntityDefinition;
import dev.varve.entity.internal.EntityRules;
import dev.varve.entity.internal.PatchChanges;
import dev.varve.error.Rejected;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.item.internal.MappedComponent;
import dev.varve.table.AttributePath;
import dev.varve.table.Condition;
import dev.varve.table.UpdateAction;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A change of some components of an existing entity; the others stay as they are. Each call adds a step to this object
 * and returns it; {@link #run} executes all steps atomically. Not thread-safe.
 *
 * <p>If the response is lost, {@link dev.varve.error.OutcomeUnknown} is thrown. Repeating the patch is safe, with two
 * exceptions: {@link #increment} may count twice, and an entity with a version gets another one. Use
 * {@link #expecting}, or read the entity before repeating.
 */
public final class Patch<R extends Record> {

    private final OpenEntities<R> entities;
    private PatchChanges changes;

    Patch(OpenEntities<R> entities, PatchChanges changes) {
        this.entities = entities;
        this.changes = changes;
    }

    public Patch<R> set(String component, Object value) {
        MappedComponent<R> found = patchable(component);
        return with(new UpdateAction.Set(AttributePath.attr(found.attribute()), found.toValue(value)));
    }

    public Patch<R> remove(String component) {
        MappedComponent<R> found = patchable(component);
        if (found.isRequired()) {
            throw new Rejected(
                    "entity.patch-required",
                    "component %s of %s is required and cannot be removed: set another value, or declare it Optional or @Nullable"
                            .formatted(component, definition().name));
        }
        return with(new UpdateAction.Remove(AttributePath.attr(found.attribute())));
    }

    /** Adds to a number; an absent number counts as 0. */
    public Patch<R> increment(String component, Object amount) {
        MappedComponent<R> found = patchable(component);
        if (!found.valueType().equals(Optional.of(ValueType.NUMBER)) || !(Value.of(amount) instanceof Num number)) {
            throw new Rejected(
                    "entity.patch-not-number",
                    "component %s of %s has type %s and cannot be incremented by %s: only a number can be added to a number"
                            .formatted(
                                    component,
                                    definition().name,
                                    found.javaType().getSimpleName(),
                                    amount));
        }
        return with(new UpdateAction.Increment(AttributePath.attr(found.attribute()), number));
    }

    /** Changes the entity only if it has this version. */
    public Patch<R> expecting(long version) {
        definition().requireVersioned();
        changes = changes.expecting(version);
        return this;
    }

    /**
     * Changes the entity only if this condition holds for it. Several conditions must all hold. Attributes are named as
     * stored.
     */
    public Patch<R> when(Condition condition) {
        changes = changes.when(entities.plans().stored(condition));
        return this;
    }

    public EntityOutcome.OfPatch<R> run() {
        return OpenEntities.await(runAsync());
    }

    public CompletableFuture<EntityOutcome.OfPatch<R>> runAsync() {
        return entities.runAsync(this);
    }

    PatchChanges changes() {
        if (changes.actions().isEmpty()) {
            throw new Rejected(
                    "entity.patch-empty",
                    "a patch of %s is empty: call set, remove or increment".formatted(definition().name));
        }
        return changes;
    }

    private Patch<R> with(UpdateAction action) {
        changes = changes.with(action);
        return this;
    }

    private EntityDefinition<R> definition() {
        return entities.definition();
    }

    private MappedComponent<R> patchable(String component) {
        EntityDefinition<R> definition = definition();
        MappedComponent<R> found =
                new EntityRules<>(definition.name, definition.mapping).component("a patch", component);
        if (definition.key.names().contains(component)) {
            throw refused("entity.patch-key", component, "is part of the key: delete the entity and create another");
        } else if (definition.readOnly.contains(component)) {
            throw refused("entity.patch-read-only", component, "is read-only: it is written once");
        } else if (definition.isGenerated(component)) {
            throw refused("entity.patch-stamp", component, "is set by every write: leave it out");
        } else if (changes.actions().stream()
                .anyMatch(action -> action.path().attribute().equals(found.attribute()))) {
            throw refused("entity.patch-twice", component, "is changed twice by one patch: change it once");
        }
        return found;
    }

    private Rejected refused(String code, String component, String why) {
        return new Rejected(code, "component %s of %s %s".formatted(component, definition().name, why));
    }
}
