package dev.varve.series.internal.packed.frame;

import dev.varve.block.internal.Presence;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one record of the journal, column by column.
 *
 * @param places for each row twice the index of its identity, and one more if the row is removed
 * @param corrections the rows that replace a row which their writer knew; null without any
 */
@SuppressWarnings("ArrayRecordComponent") // The array is that of the decoder; nobody changes it.
public record FrameColumns(
        List<Parts> identities,
        long[] places,
        RowSet rows,
        @Nullable Presence corrections) {

    /** Returns the index of the identity of a row. */
    public int place(int row) {
        return (int) (places[row] / 2);
    }

    public boolean isRemoval(int row) {
        return places[row] % 2 == 1;
    }

    public boolean isCorrection(int row) {
        return corrections != null && corrections.at(row);
    }
}
