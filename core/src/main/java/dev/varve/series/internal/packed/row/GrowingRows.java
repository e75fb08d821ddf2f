package dev.varve.series.internal.packed.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one series in the order of their clocks, to which rows are added. Not safe for several threads; readers use {@link
 * #rows}.
 *
 * <p>Rows usually arrive in the order of their clocks and are appended in place, also while a reader holds an earlier view:
 * it does not look behind its size. Any other change copies the arrays first if a view shares them.
 */
public class GrowingRows {

    private static final int FIRST_CAPACITY = 2;

    /** The places of fields in rows that all have the same fields; most rows are such. */
    private static final int[][] ASCENDING = IntStream.rangeClosed(0, 64)
            .mapToObj(size -> IntStream.range(0, size).toArray())
            .toArray(int[][]::new);

    /** Room for more rows is made only when they come. */
    private static final int MAX_EXPECTED = 4_096;

    /** One field of the rows; the arrays have a place for each row. */
    private static final class Column {
        private final Field field;
        private long @Nullable [] numbers;
        private @Nullable String @Nullable [] texts;
        private long @Nullable [] present;

        Column(Field field, int capacity) {
            this.field = field;
            this.numbers = field.kind().isText() ? null : new long[capacity];
            this.texts = field.kind().isText() ? new String[capacity] : null;
        }

        /** Notes which of the first rows have a value, once not all of them have one. */
        long[] presence(int size, int capacity) {
            if (present == null) {
                present = new long[(capacity + 63) >> 6];
                for (int row = 0; row < size; row++) {
                    present[row >> 6] |= 1L << row;
                }
            }
            return present;
        }

        void resize(int capacity) {
            numbers = numbers == null ? null : Arrays.copyOf(numbers, capacity);
            texts = texts == null ? null : Arrays.copyOf(texts, capacity);
            present = present == null ? null : Arrays.copyOf(present, (capacity + 63) >> 6);
        }

        boolean has(int row) {
            return present == null || (present[row >> 6] & (1L << row)) != 0;
        }

        void set(int row, boolean isPresent) {
            if (present != null) {
                long bit = 1L << row;
                present[row >> 6] = isPresent ? present[row >> 6] | bit : present[row >> 6] & ~bit;
            }
        }

        /** Moves the rows from an index on by one place. */
        void shift(int from, int size, int by) {
            if (numbers != null) {
                System.arraycopy(numbers, from, numbers, from + by, size - from);
            } else if (texts != null) {
                System.arraycopy(texts, from, texts, from + by, size - from);
            }
            if (present != null && by > 0) {
                for (int row = size - 1; row >= from; row--) {
                    set(row + by, has(row));
                }
            } else if (present != null) {
                for (int row = from; row < size; row++) {
                    set(row + by, has(row));
                }
            }
        }
    }

    private int size;
    private long[] ticks = new long[FIRST_CAPACITY];
    private List<Column> columns = new ArrayList<>(0);
    private boolean isShared;
    private @Nullable Shape lastShape;
    private int @Nullable [] lastColumns;
    private int expected;

    /** Takes these rows in place of its own, without a copy. */
    public final void take(RowSet rows) {
        size = rows.size();
        ticks = rows.ticks();
        columns = new ArrayList<>();
        for (RowSet.Column column : rows.columns()) {
            Column own = new Column(column.field(), 0);
            own.numbers = column.numbers();
            own.texts = column.texts();
            own.present = column.present();
            columns.add(own);
        }
        isShared = true;
        lastShape = null;
        if (ticks.length > size) {
            // The arrays belong to other rows, which may be appended to them.
            resize(size);
        }
    }

    public final int size() {
        return size;
    }

    /** Notes how many rows are expected: about as many as the bucket before has. Room for few is made first. */
    public final void expect(int rows) {
        expected = Math.min(rows, MAX_EXPECTED);
    }

    /** Returns whether a clock is later than those of all rows. */
    public final boolean isAfterAll(long tick) {
        return size == 0 || tick > ticks[size - 1];
    }

    /** Returns an estimate of the memory that the rows take, in bytes. */
    public final long bytes() {
        long values = 0;
        for (Column column : columns) {
            values += column.field.kind().isText() ? 4 : 1;
        }
        return 200 + (long) ticks.length * Long.BYTES * (1 + values);
    }

    /** Returns a view of the rows as they are now. */
    public final RowSet rows() {
        isShared = true;
        return view();
    }

    private RowSet view() {
        List<RowSet.Column> views = new ArrayList<>(columns.size());
        for (Column column : columns) {
            views.add(new RowSet.Column(column.field, column.numbers, column.texts, column.present));
        }
        return new RowSet(size, ticks, views);
    }

    /** Returns the row with the latest clock, or null if there is none. */
    public final @Nullable Row last() {
        // The row is a copy, so the arrays are not shared.
        return size == 0 ? null : view().row(size - 1);
    }

    public final @Nullable Row find(long tick) {
        if (size == 0 || tick > ticks[size - 1]) {
            return null;
        }
        int index = Arrays.binarySearch(ticks, 0, size, tick);
        // The row is a copy, so the arrays are not shared.
        return index < 0 ? null : view().row(index);
    }

    /** Stores a row, in place of one with the same clock. */
    public final void put(Row row) {
        put(row.tick(), row.shape(), row.numbers(), 0, row.texts());
    }

    /** Stores a row in place of one with the same clock, with numbers from an array that begin at an index. */
    public final void put(long tick, Shape shape, long[] numbers, int start, @Nullable String @Nullable [] texts) {
        write(place(tick), shape, numbers, start, texts);
    }

    /** Returns the place of the row with this clock, of a new one if there is none. */
    private int place(long tick) {
        if (isAfterAll(tick)) {
            makeRoom();
            ticks[size] = tick;
            return size++;
        }
        int index = Arrays.binarySearch(ticks, 0, size, tick);
        own();
        if (index < 0) {
            index = -index - 1;
            makeRoom();
            System.arraycopy(ticks, index, ticks, index + 1, size - index);
            for (Column column : columns) {
                column.shift(index, size, 1);
            }
            size++;
            ticks[index] = tick;
        }
        return index;
    }

    /** Removes the row with this clock, if there is one. */
    public final void remove(long tick) {
        int index = Arrays.binarySearch(ticks, 0, size, tick);
        if (index < 0) {
            return;
        }
        own();
        System.arraycopy(ticks, index + 1, ticks, index, size - index - 1);
        for (Column column : columns) {
            column.shift(index + 1, size, -1);
        }
        size--;
    }

    private void write(int index, Shape shape, long[] numbers, int start, @Nullable String @Nullable [] texts) {
        int[] places = places(shape);
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int field = places[i];
            if (field < 0) {
                column.presence(size, ticks.length);
                column.set(index, false);
                continue;
            }
            column.set(index, true);
            if (column.numbers != null) {
                column.numbers[index] = numbers[start + field];
            } else {
                Objects.requireNonNull(column.texts)[index] = Objects.requireNonNull(texts)[field];
            }
        }
    }

    /** Returns for each column the index of its field in the shape, or -1. Adds columns for fields that have none. */
    private int[] places(Shape shape) {
        int[] known = lastColumns;
        if (isLast(shape) && known != null) {
            return known;
        }
        if (columns.isEmpty()) {
            columns = new ArrayList<>(shape.size());
        }
        for (int i = 0; i < shape.size(); i++) {
            // The fields of both ascend: most often each is in its place already, or comes after all.
            if (i >= columns.size() || !columns.get(i).field.equals(shape.field(i))) {
                addIfMissing(shape.field(i));
            }
        }
        int[] places = new int[columns.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Collections.binarySearch(shape.fields(), columns.get(i).field);
        }
        lastShape = shape;
        lastColumns = isInOrder(places) ? ASCENDING[places.length] : places;
        return places;
    }

    private void addIfMissing(Field field) {
        for (Column column : columns) {
            if (column.field.equals(field)) {
                return;
            }
        }
        add(field);
    }

    private static boolean isInOrder(int[] places) {
        return places.length < ASCENDING.length && Arrays.equals(places, ASCENDING[places.length]);
    }

    @SuppressWarnings("ReferenceEquality") // A hint: rows of one source share their shape.
    private boolean isLast(Shape shape) {
        return shape == lastShape;
    }

    /** Adds a column that no row has a value in yet; columns stay in the order of their fields. */
    private void add(Field field) {
        Column column = new Column(field, ticks.length);
        if (size > 1) {
            column.present = new long[(ticks.length + 63) >> 6];
        }
        int at = 0;
        while (at < columns.size() && columns.get(at).field.compareTo(field) < 0) {
            at++;
        }
        // A view has a list of its own, so this one may change.
        columns.add(at, column);
    }

    private void makeRoom() {
        if (size == ticks.length) {
            int least = size == FIRST_CAPACITY ? Math.max(expected, 2 * FIRST_CAPACITY) : 2 * FIRST_CAPACITY;
            resize(Math.max(least, size + (size >> 1)));
        }
    }

    private void own() {
        if (isShared) {
            resize(ticks.length);
        }
    }

    private void resize(int capacity) {
        ticks = Arrays.copyOf(ticks, capacity);
        columns.forEach(column -> column.resize(capacity));
        isShared = false;
    }
}
