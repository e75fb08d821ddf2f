package dev.varve.series.internal.packed.row;

import org.jspecify.annotations.Nullable;

/**
 * The result of a write of one row.
 *
 * @param existing the stored row that the write was refused for, or null if there is none
 */
public record RowResult(Kind kind, @Nullable Row existing) {

    public static final RowResult WRITTEN = new RowResult(Kind.WRITTEN, null);
    public static final RowResult SAME = new RowResult(Kind.SAME, null);

    /** What became of a write. */
    public enum Kind {
        WRITTEN,
        /** The stored row is already as the write would leave it. */
        SAME,
        /** The condition failed, or another row has the clock. */
        REFUSED
    }
}
