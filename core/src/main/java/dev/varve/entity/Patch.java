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
 * A change of some components of an entity that exists; the others stay as they are. Each step is added to this patch and
 * returns it; {@link #run} carries all of them out as one atomic step. For one thread.
 *
 * <p>If the answer is lost, {@link dev.varve.error.OutcomeUnknown} is thrown. Repeating the patch does no harm, but for
 * {@link #increment}, which may then count twice, and for entities with a version: give the one expected, or read the
 * entity before repeating.
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
                    "component %s of %s must not be absent: set it to another value, or declare it Optional or @Nullable"
                            .formatted(component, form().name));
        }
        return with(new UpdateAction.Remove(AttributePath.attr(found.attribute())));
    }

    /** Adds to a number; an absent one counts as 0. */
    public Patch<R> increment(String component, Object amount) {
        MappedComponent<R> found = patchable(component);
        if (!found.valueType().equals(Optional.of(ValueType.NUMBER)) || !(Value.of(amount) instanceof Num number)) {
            throw new Rejected(
                    "entity.patch-not-number",
                    "increment of component %s of %s, which is %s, by %s: only a number can be added to a number"
                            .formatted(component, form().name, found.javaType().getSimpleName(), amount));
        }
        return with(new UpdateAction.Increment(AttributePath.attr(found.attribute()), number));
    }

    /** Changes the entity only if it is of this version. */
    public Patch<R> expecting(long version) {
        form().requireVersioned();
        changes = new PatchChanges(changes.key(), changes.actions(), version, changes.condition());
        return this;
    }

    /** Changes the entity only if this holds for it; adds to an earlier condition. Attributes are named as stored. */
    public Patch<R> when(Condition condition) {
        changes = new PatchChanges(
                changes.key(),
                changes.actions(),
                changes.expected(),
                changes.condition().and(entities.plans().stored(condition)));
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
                    "a patch of %s changes nothing: say what with set, remove or increment".formatted(form().name));
        }
        return changes;
    }

    private Patch<R> with(UpdateAction action) {
        changes = changes.with(action);
        return this;
    }

    private EntityDefinition<R> form() {
        return entities.form();
    }

    private MappedComponent<R> patchable(String component) {
        EntityDefinition<R> form = form();
        MappedComponent<R> found = new EntityRules<>(form.name, form.mapping).component("a patch", component);
        if (form.key.names().contains(component)) {
            throw refused("entity.patch-key", component, "is part of the key: delete the entity and create another");
        } else if (form.readOnly.contains(component)) {
            throw refused("entity.patch-read-only", component, "is read-only: it is written once");
        } else if (form.isOurs(component)) {
            throw refused("entity.patch-stamp", component, "is written by each write itself: leave it out");
        } else if (changes.actions().stream()
                .anyMatch(action -> action.path().attribute().equals(found.attribute()))) {
            throw refused("entity.patch-twice", component, "is changed twice by one patch: say it once");
        }
        return found;
    }

    private Rejected refused(String code, String component, String why) {
        return new Rejected(code, "component %s of %s %s".formatted(component, form().name, why));
    }
}
