package dev.varve.series.internal.packed.others;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins the rows of a bucket with those of other writers that it does not hold yet; pure. The result is what the bucket would be if
 * the others sealed their rows now: {@link OwnChanges} decides about each.
 */
public final class MergedRows {

    private MergedRows() {}

    /**
     * Returns the rows of a bucket and those of other writers.
     *
     * @param stamp says which records of other journals the rows include; null if there is no block
     */
    public static RowSet of(
            RowSet rows, BlockItems.@Nullable Stamp stamp, List<OtherChanges.View> others, ConflictPolicy conflicts) {
        if (rows.size() == 0 && others.size() == 1 && isWhole(others.get(0), stamp)) {
            return others.get(0).rows();
        }
        GrowingRows bucket = null;
        for (OtherChanges.View view : others) {
            int from = firstAfter(view, through(view, stamp));
            if (from < view.size()) {
                bucket = bucket == null ? bucket(rows) : bucket;
                addRows(view, from, bucket, conflicts);
            }
        }
        // Corrections and removals concern rows that their writers knew, so rows that were appended come first.
        for (OtherChanges.View view : others) {
            for (OtherChanges.Further each : view.further()) {
                if (each.number() > through(view, stamp)) {
                    bucket = bucket == null ? bucket(rows) : bucket;
                    OwnChanges.apply(each.change(), bucket, conflicts);
                }
            }
        }
        return bucket == null ? rows : bucket.rows();
    }

    private static boolean isWhole(OtherChanges.View view, BlockItems.@Nullable Stamp stamp) {
        return view.further().isEmpty() && firstAfter(view, through(view, stamp)) == 0;
    }

    private static long through(OtherChanges.View view, BlockItems.@Nullable Stamp stamp) {
        return Math.max(view.floor(), stamp == null ? 0 : stamp.through(view.writer()));
    }

    /** Returns the place of the first row of a later record. */
    private static int firstAfter(OtherChanges.View view, long number) {
        if (view.size() == 0 || view.numbers()[0] > number) {
            return 0;
        }
        int from = 0;
        while (from < view.size() && view.numbers()[from] <= number) {
            from++;
        }
        return from;
    }

    private static GrowingRows bucket(RowSet rows) {
        GrowingRows bucket = new GrowingRows();
        bucket.take(rows);
        return bucket;
    }

    private static void addRows(OtherChanges.View view, int from, GrowingRows bucket, ConflictPolicy conflicts) {
        long[] ticks = Arrays.copyOfRange(view.ticks(), from, view.size());
        // In the order of their clocks, so that most are appended to the bucket.
        Arrays.sort(ticks);
        for (long tick : ticks) {
            Row row = view.rows().row(view.rows().find(tick));
            OwnChanges.append(row, bucket, conflicts);
        }
    }
}
