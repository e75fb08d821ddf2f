package dev.varve.table.internal;

import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.SortBounds;
import dev.varve.key.internal.SortKey;
import dev.varve.table.Key;
import dev.varve.table.Query;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts between what layouts write and the keys and queries of tables. */
public final class LayoutKeys {

    private LayoutKeys() {}

    /** Returns the key that a layout wrote. */
    public static Key key(LayoutKey written) {
        return new Key(Value.of(written.partition()), value(written.sort()));
    }

    /** Returns a key as a layout writes it; empty for a key that no layout writes. */
    public static Optional<LayoutKey> written(Key key) {
        Value sort = key.sort();
        if (!(key.partition() instanceof Value.Text text)) {
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

    /** Returns the query for one slice of a layout's plan. */
    public static Query query(PartitionSlice slice) {
        Query all = Query.of(slice.partition());
        if (!(slice.bounds() instanceof SortBounds.Between between)) {
            return all;
        }
        return all.between(
                Objects.requireNonNull(value(between.atLeast())), Objects.requireNonNull(value(between.atMost())));
    }
}
