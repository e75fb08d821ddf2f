package dev.varve.entity.internal;

import dev.varve.key.Parts;
import dev.varve.table.Condition;
import dev.varve.table.UpdateAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes and conditions of a patch or a deletion.
 *
 * @param expected the version the entity must have, or null for any
 */
public record PatchChanges(
        Parts key, List<UpdateAction> actions, @Nullable Long expected, Condition condition) {

    public PatchChanges {
        actions = List.copyOf(actions);
    }

    /** Returns the same changes for an entity that must have this version. */
    public PatchChanges expecting(long version) {
        return new PatchChanges(key, actions, version, condition);
    }

    /** Returns the same changes with one more condition, whose attributes are named as stored. */
    public PatchChanges when(Condition more) {
        return new PatchChanges(key, actions, expected, condition.and(more));
    }

    public PatchChanges with(UpdateAction action) {
        List<UpdateAction> more = new ArrayList<>(actions);
        more.add(action);
        return new PatchChanges(key, more, expected, condition);
    }
}
