package dev.varve.series.internal.packed;

import dev.varve.key.Parts;
import dev.varve.table.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A conditional write of one row.
 *
 * @param row the new row, or null to remove the row
 * @param condition what must hold for the item of the stored row; an absent row is tested as an empty item
 */
record RowWrite(Parts identity, long tick, @Nullable Row row, Condition condition) {}
