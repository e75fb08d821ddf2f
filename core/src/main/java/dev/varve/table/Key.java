package dev.varve.table;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.SortKey;
import java.util.Optional;
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

    /** Returns the key that a layout wrote. */
    public static Key of(LayoutKey written) {
        return new Key(Value.of(written.partition()), value(written.sort()));
    }

    /** Returns this key as a layout writes it; empty for a key that no layout writes. */
    public Optional<LayoutKey> written() {
        if (!(partition instanceof Value.Text text)) {
            return Optional.empty();
        } else if (sort == null) {
            return Optional.of(LayoutKey.of(text.value()));
        } else if (sort instanceof Value.Text sortText) {
            return Optional.of(LayoutKey.of(text.value(), sortText.value()));
        }
        return sort instanceof Num number && number.isLong()
                ? Optional.of(LayoutKey.of(text.value(), number.longValueExact()))
                : Optional.empty();
    }

    /** Returns the value of a sort key that a layout wrote, or null if there is none. */
    public static @Nullable Value value(SortKey sort) {
        if (sort instanceof SortKey.Text text) {
            return Value.of(text.text());
        }
        return sort instanceof SortKey.Epoch epoch ? Value.of(epoch.number()) : null;
    }

    @Override
    public String toString() {
        return sort == null ? "(" + partition + ")" : "(" + partition + ", " + sort + ")";
    }
}
