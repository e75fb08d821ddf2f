package dev.varve.series.internal.packed;

import dev.varve.series.ConflictPolicy;
import org.jspecify.annotations.Nullable;

/** Decides what a change of a journal does to a row that another process may have written; pure. */
final class OwnChanges {

    private OwnChanges() {}

    /**
     * Applies a change to a bucket. A correction or a removal is carried out, as its writer wanted. The policy of the series
     * decides if an appended row meets another one.
     */
    static void apply(RowChange change, Bucket bucket, ConflictPolicy conflicts) {
        Row row = change.row();
        if (row == null) {
            bucket.remove(change.tick());
            return;
        }
        if (change.isCorrection()) {
            bucket.put(row);
        } else {
            append(row, bucket, conflicts);
        }
    }

    /** Applies a row that was appended to a bucket. */
    static void append(Row row, Bucket bucket, ConflictPolicy conflicts) {
        Row decided = decided(row, bucket.find(row.tick()), conflicts);
        if (decided != null) {
            bucket.put(decided);
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
