package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the values of rows of two sets, without building the rows. */
public final class RowEquality {

    /** The columns of one field; null where a set has none. */
    private record Pair(RowSet.@Nullable Column one, RowSet.@Nullable Column other) {

        boolean isSame(int row, int otherRow) {
            boolean has = one != null && one.has(row);
            if (has != (other != null && other.has(otherRow))) {
                return false;
            }
            if (!has || one == null || other == null) {
                return true;
            }
            return one.numbers() != null && other.numbers() != null
                    ? one.numbers()[row] == other.numbers()[otherRow]
                    : Objects.equals(text(one, row), text(other, otherRow));
        }

        private static @Nullable String text(RowSet.Column column, int row) {
            return Objects.requireNonNull(column.texts())[row];
        }
    }

    private final List<Pair> pairs = new ArrayList<>();

    public RowEquality(RowSet one, RowSet other) {
        Map<Field, RowSet.Column> rest = new HashMap<>();
        other.columns().forEach(column -> rest.put(column.field(), column));
        one.columns().forEach(column -> pairs.add(new Pair(column, rest.remove(column.field()))));
        rest.values().forEach(column -> pairs.add(new Pair(null, column)));
    }

    /** Returns whether a row of the first set has the same values as a row of the second, whatever their clocks. */
    public boolean isSame(int row, int otherRow) {
        for (Pair pair : pairs) {
            if (!pair.isSame(row, otherRow)) {
                return false;
            }
        }
        return true;
    }
}
