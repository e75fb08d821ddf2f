package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import org.jspecify.annotations.Nullable;

/**
 * What was read of an entity before a write of it is planned.
 *
 * @param item the entity, or null where there is none
 * @param lastVersion the newest version that is kept of it; 0 where the entity itself says it, or none is
 * @param capacity what reading it used
 */
public record PriorState(@Nullable Item item, long lastVersion, Capacity capacity) {

    Item itemOrEmpty() {
        return item == null ? Item.empty() : item;
    }
}
