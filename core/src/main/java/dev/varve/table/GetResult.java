package dev.varve.table;

import dev.varve.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The item that was asked for, if there is one. */
public record GetResult(@Nullable Item item, Capacity capacity) {

    public Optional<Item> find() {
        return Optional.ofNullable(item);
    }
}
