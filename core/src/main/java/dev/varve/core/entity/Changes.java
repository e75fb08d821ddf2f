package dev.varve.core.entity;

import dev.varve.core.key.Parts;
import dev.varve.core.table.Condition;
import dev.varve.core.table.UpdateAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a patch asks for.
 *
 * @param expected the version the entity must have, or null for any
 */
record Changes(
        Parts key, List<UpdateAction> actions, @Nullable Long expected, Condition condition) {

    Changes {
        actions = List.copyOf(actions);
    }

    Changes with(UpdateAction action) {
        List<UpdateAction> more = new ArrayList<>(actions);
        more.add(action);
        return new Changes(key, more, expected, condition);
    }
}
