package dev.varve.core.entity;

import dev.varve.core.item.Item;
import dev.varve.core.table.Capacity;
import org.jspecify.annotations.Nullable;

/**
 * What was read of an entity before a write of it is planned.
 *
 * @param item the entity, or null where there is none
 * @param lastVersion the newest version that is kept of it; 0 where the entity itself says it, or none is
 * @param capacity what reading it used
 */
record Seen(@Nullable Item item, long lastVersion, Capacity capacity) {

    Item itemOrEmpty() {
        return item == null ? Item.empty() : item;
    }
}
