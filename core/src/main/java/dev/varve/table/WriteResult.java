package dev.varve.table;

import dev.varve.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a write. A failed condition is a result, not an error. */
public sealed interface WriteResult {

    Capacity capacity();

    default boolean isWritten() {
        return this instanceof Written;
    }

    /**
     * The write was carried out.
     *
     * @param item the requested image, or null if none was requested or there is none
     */
    record Written(@Nullable Item item, Capacity capacity) implements WriteResult {
        public Optional<Item> find() {
            return Optional.ofNullable(item);
        }
    }

    /**
     * The condition failed; nothing was written.
     *
     * @param existing the stored item, or null if there is none
     */
    record ConditionFailed(@Nullable Item existing, Capacity capacity) implements WriteResult {
        public Optional<Item> find() {
            return Optional.ofNullable(existing);
        }
    }
}
