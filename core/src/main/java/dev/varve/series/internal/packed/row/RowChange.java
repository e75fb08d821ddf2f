package dev.varve.series.internal.packed.row;

import dev.varve.key.Parts;
import org.jspecify.annotations.Nullable;

/**
 * A change of one row, as the journal keeps it: the whole new row, so that applying it twice does no harm.
 *
 * @param row the row, or null if it is removed
 * @param isCorrection whether the writer knew the row that was stored, and put this one in its place: then the policy for
 *     conflicts is not asked again
 */
public record RowChange(Parts identity, long tick, @Nullable Row row, boolean isCorrection) {

    public RowChange(Parts identity, long tick, @Nullable Row row) {
        this(identity, tick, row, false);
    }

    public static RowChange put(Parts identity, Row row) {
        return new RowChange(identity, row.tick(), row);
    }
}
