package dev.varve.series.internal.packed.row;

import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import dev.varve.table.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A write of one row.
 *
 * @param row the new row, or null to remove the row
 * @param condition what must hold for the item of the stored row; an absent row is tested as an empty item
 * @param policy what happens if another row has the clock; null if the condition alone decides
 */
public record RowWrite(
        Parts identity,
        long tick,
        @Nullable Row row,
        Condition condition,
        @Nullable ConflictPolicy policy) {

    /** Writes a row if the condition holds for the stored one. */
    public static RowWrite when(Parts identity, long tick, @Nullable Row row, Condition condition) {
        return new RowWrite(identity, tick, row, condition, null);
    }

    /** Appends a row. */
    public static RowWrite append(Parts identity, Row row, ConflictPolicy policy) {
        return new RowWrite(identity, row.tick(), row, Condition.always(), policy);
    }
}
