package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one series in ascending order of their clocks, each clock once, column by column. Immutable for its readers: a
 * {@link GrowingRows} that shares the arrays only writes behind {@code size}.
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays are shared on purpose; nobody changes the rows of a set.
public record RowSet(int size, long[] ticks, List<Column> columns) {

    public static final RowSet EMPTY = new RowSet(0, new long[0], List.of());

    /**
     * The values of one field, one place for each row.
     *
     * @param numbers the values of a field that is not a text, otherwise null
     * @param texts the values of a field that is a text, otherwise null
     * @param present one bit for each row that has a value; null if all rows have one
     */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    public record Column(
            Field field,
            long @Nullable [] numbers,
            @Nullable String @Nullable [] texts,
            long @Nullable [] present) {

        public boolean has(int row) {
            return present == null || (present[row >> 6] & (1L << row)) != 0;
        }
    }

    public RowSet {
        columns = List.copyOf(columns);
    }

    public long tick(int row) {
        return ticks[row];
    }

    /** Returns the index of the row with this clock, or {@code -insertion point - 1}. */
    public int find(long tick) {
        return Arrays.binarySearch(ticks, 0, size, tick);
    }

    /** Returns the index of the first row with this clock or a later one. */
    public int firstFrom(long tick) {
        int index = find(tick);
        return index >= 0 ? index : -index - 1;
    }

    public Row row(int index) {
        List<Field> fields = new ArrayList<>(columns.size());
        long[] numbers = new long[columns.size()];
        String[] texts = null;
        for (Column column : columns) {
            if (!column.has(index)) {
                continue;
            }
            int at = fields.size();
            fields.add(column.field());
            if (column.numbers() != null) {
                numbers[at] = column.numbers()[index];
            } else if (column.texts() != null) {
                texts = texts == null ? new String[columns.size()] : texts;
                texts[at] = column.texts()[index];
            }
        }
        int count = fields.size();
        return new Row(
                ticks[index],
                Shape.of(fields),
                count == numbers.length ? numbers : Arrays.copyOf(numbers, count),
                texts == null || count == texts.length ? texts : Arrays.copyOf(texts, count));
    }

    /** Returns the rows of several sets. */
    public static RowSet joined(List<RowSet> sets) {
        if (sets.isEmpty()) {
            return EMPTY;
        }
        GrowingRows all = new GrowingRows();
        for (RowSet set : sets) {
            for (int row = 0; row < set.size(); row++) {
                all.put(set.row(row));
            }
        }
        RowSet rows = all.rows();
        // Cut to size, because the arrays now belong to the set alone.
        return new RowSet(rows.size(), Arrays.copyOf(rows.ticks(), rows.ticks().length), rows.columns());
    }

    /** Returns the rows from one index to another, exclusive, without a copy where possible. */
    public RowSet part(int from, int to) {
        if (from == 0 && to == size) {
            return this;
        }
        List<Column> parts = new ArrayList<>();
        for (Column column : columns) {
            long[] present = column.present() == null ? null : bits(column, from, to);
            parts.add(new Column(
                    column.field(),
                    column.numbers() == null ? null : Arrays.copyOfRange(column.numbers(), from, to),
                    column.texts() == null ? null : Arrays.copyOfRange(column.texts(), from, to),
                    present));
        }
        return new RowSet(to - from, Arrays.copyOfRange(ticks, from, to), parts);
    }

    private static long[] bits(Column column, int from, int to) {
        long[] present = new long[(to - from + 63) >> 6];
        for (int row = from; row < to; row++) {
            if (column.has(row)) {
                present[(row - from) >> 6] |= 1L << (row - from);
            }
        }
        return present;
    }
}
