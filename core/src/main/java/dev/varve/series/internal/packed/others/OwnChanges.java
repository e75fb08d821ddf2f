package dev.varve.series.internal.packed.others;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import org.jspecify.annotations.Nullable;

/** Decides what a change of a journal does to a row that another process may have written; pure. */
public final class OwnChanges {

    private OwnChanges() {}

    /**
     * Applies a change to the rows of a bucket. A correction or a removal is carried out, as its writer wanted. The policy of the
     * series decides if an appended row meets another one.
     */
    public static void apply(RowChange change, GrowingRows rows, ConflictPolicy conflicts) {
        Row row = change.row();
        if (row == null) {
            rows.remove(change.tick());
            return;
        }
        if (change.isCorrection()) {
            rows.put(row);
        } else {
            append(row, rows, conflicts);
        }
    }

    /** Applies a row that was appended to a bucket. */
    static void append(Row row, GrowingRows rows, ConflictPolicy conflicts) {
        Row decided = decided(row, rows.find(row.tick()), conflicts);
        if (decided != null) {
            rows.put(decided);
        }
    }

    private static @Nullable Row decided(Row row, @Nullable Row stored, ConflictPolicy conflicts) {
        if (stored == null) {
            return row;
        }
        return switch (conflicts) {
            case REPLACE -> row;
            case MERGE -> stored.merged(row);
            case REFUSE -> null;
        };
    }
}
