package dev.varve.table;

import dev.varve.item.Value;
import org.jspecify.annotations.Nullable;

/**
 * The primary key of an item: the value of its partition attribute and, if the table has one, of its sort attribute.
 */
public record Key(Value partition, @Nullable Value sort) {

    /** Returns the key of a table without a sort attribute, from plain Java values. */
    public static Key of(Object partition) {
        return new Key(Value.of(partition), null);
    }

    /** Returns a key from plain Java values. */
    public static Key of(Object partition, Object sort) {
        return new Key(Value.of(partition), Value.of(sort));
    }

    @Override
    public String toString() {
        return sort == null ? "(" + partition + ")" : "(" + partition + ", " + sort + ")";
    }
}
