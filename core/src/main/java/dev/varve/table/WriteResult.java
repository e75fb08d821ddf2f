package dev.varve.table;

import dev.varve.item.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a write. A condition that does not hold is a result, not an error. */
public sealed interface WriteResult {

    Capacity capacity();

    default boolean isWritten() {
        return this instanceof Written;
    }

    /**
     * The write was carried out.
     *
     * @param item the image that was asked for, or null where none was asked for or there is none
     */
    record Written(@Nullable Item item, Capacity capacity) implements WriteResult {
        public Optional<Item> find() {
            return Optional.ofNullable(item);
        }
    }

    /**
     * The condition did not hold; nothing was written.
     *
     * @param existing the item it did not hold for, or null where there is none
     */
    record ConditionFailed(@Nullable Item existing, Capacity capacity) implements WriteResult {
        public Optional<Item> find() {
            return Optional.ofNullable(existing);
        }
    }
}
