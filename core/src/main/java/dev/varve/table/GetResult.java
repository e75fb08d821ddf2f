package dev.varve.table;

import dev.varve.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a get: the item, or null if there is none. */
public record GetResult(@Nullable Item item, Capacity capacity) {

    /** Returns the item, or empty if there is none. */
    public Optional<Item> find() {
        return Optional.ofNullable(item);
    }
}
