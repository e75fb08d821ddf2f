package dev.varve.entity.internal;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import org.jspecify.annotations.Nullable;

/**
 * The state of an entity that was read before planning a write.
 *
 * @param item the entity, or null if there is none
 * @param lastVersion the newest kept version; 0 if the entity itself holds it, or none is kept
 * @param capacity what reading it consumed
 */
record PriorState(@Nullable Item item, long lastVersion, Capacity capacity) {

    Item itemOrEmpty() {
        return item == null ? Item.empty() : item;
    }
}
