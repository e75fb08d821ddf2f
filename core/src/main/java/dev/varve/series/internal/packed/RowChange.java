package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, as the journal keeps it: the whole new row, so that applying it twice does no harm.
 *
 * @param row the row, or null if it is removed
 */
public record RowChange(Parts identity, long tick, @Nullable Row row) {

    public static RowChange put(Parts identity, Row row) {
        return new RowChange(identity, row.tick(), row);
    }
}
