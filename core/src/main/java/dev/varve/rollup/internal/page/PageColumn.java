package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.PackedLongs;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.FieldStats;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The values of one attribute in all rows of a page. */
sealed interface PageColumn {

    /** Numbers of one scale. */
    int NUMBERS = 0;

    /** Values of any type. */
    int VALUES = 1;

    /** Averages that follow from the sum and the count of each row. */
    int AVERAGES = 2;

    int KIND_MASK = 3;

    /** Marks a column that some rows have no value in. */
    int HAS_GAPS = 4;

    /** Returns the value of a row, or null if it has none. */
    @Nullable
    Value value(int row);

    /** Returns whether a row has a value. */
    default boolean has(int row) {
        return value(row) != null;
    }

    /** Passes the value of a row to a builder, for another row. */
    default void copy(int row, int newRow, ColumnBuilder to) {
        Value value = value(row);
        if (value != null) {
            to.add(newRow, value);
        }
    }

    /** Returns which rows have a value, by index; null if all have one. */
    static int @Nullable [] places(boolean hasGaps, int rows, ByteReader in) {
        if (!hasGaps) {
            return null;
        }
        int[] places = new int[rows];
        int next = 0;
        for (int row = 0; row < rows; row += Byte.SIZE) {
            int bits = in.readByte();
            for (int i = row; i < Math.min(rows, row + Byte.SIZE); i++) {
                places[i] = (bits >> (i - row) & 1) == 0 ? -1 : next++;
            }
        }
        return places;
    }

    private static int count(int rows, int @Nullable [] places) {
        return places == null
                ? rows
                : (int) Arrays.stream(places).filter(place -> place >= 0).count();
    }

    /** Decodes a column of numbers or of values. */
    static PageColumn read(int kind, int rows, ByteReader in, String[] texts) {
        int[] places = places((kind & HAS_GAPS) != 0, rows, in);
        int count = count(rows, places);
        if (count == 0) {
            throw RowPage.corrupt("a column has no value");
        }
        PageColumn column = (kind & KIND_MASK) == NUMBERS
                ? new Numbers(scale(in), PackedLongs.decode(count, in), places)
                : values(count, places, in, texts);
        in.requireEnd();
        return column;
    }

    private static int scale(ByteReader in) {
        long scale = in.readSigned();
        if (scale < -ValueBytes.MAX_SCALE || scale > ValueBytes.MAX_SCALE) {
            throw RowPage.corrupt("a column has the scale " + scale);
        }
        return (int) scale;
    }

    private static PageColumn values(int count, int @Nullable [] places, ByteReader in, String[] texts) {
        Value[] different = new Value[in.readCount(count, "the number of different values")];
        if (different.length == 0) {
            throw RowPage.corrupt("a column has no value");
        }
        for (int i = 0; i < different.length; i++) {
            different[i] = ValueBytes.read(in, texts);
        }
        long[] numbers = different.length == 1 ? new long[count] : PackedLongs.decode(count, in);
        Value[] values = new Value[count];
        for (int i = 0; i < count; i++) {
            if (numbers[i] < 0 || numbers[i] >= different.length) {
                throw RowPage.corrupt("a row has the unknown value " + numbers[i]);
            }
            values[i] = different[(int) numbers[i]];
        }
        return new Values(values, places);
    }

    /** Numbers of one scale. */
    @SuppressWarnings("ArrayRecordComponent") // A column is its array.
    record Numbers(int scale, long[] unscaled, int @Nullable [] places) implements PageColumn {

        @Override
        public @Nullable Num value(int row) {
            int place = places == null ? row : places[row];
            return place < 0 ? null : number(unscaled[place], scale);
        }

        @Override
        public boolean has(int row) {
            return places == null || places[row] >= 0;
        }

        @Override
        public void copy(int row, int newRow, ColumnBuilder to) {
            int place = places == null ? row : places[row];
            if (place >= 0) {
                to.add(newRow, unscaled[place], scale);
            }
        }

        private boolean isPositive(int row) {
            return has(row) && unscaled(row) > 0;
        }

        private long unscaled(int row) {
            return unscaled[places == null ? row : places[row]];
        }

        private static Num number(long unscaled, int scale) {
            long left = unscaled;
            int digits = scale;
            while (left != 0 && left % 10 == 0) {
                left /= 10;
                digits--;
            }
            // Most magnitudes are far from the limits of a number.
            return Math.abs(digits) <= ValueBytes.SMALL_SCALE
                    ? Num.ofNormal(left, digits)
                    : ValueBytes.number(BigDecimal.valueOf(left, digits));
        }
    }

    /** Values of any type. */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    record Values(Value[] values, int @Nullable [] places) implements PageColumn {

        @Override
        public @Nullable Value value(int row) {
            int place = places == null ? row : places[row];
            return place < 0 ? null : values[place];
        }
    }

    /** Averages that follow from two other columns; null for a column that the page does not have. */
    record Averages(@Nullable PageColumn sums, @Nullable PageColumn counts) implements PageColumn {

        @Override
        public @Nullable Value value(int row) {
            if (sums == null || counts == null) {
                return null;
            }
            if (sums instanceof Numbers total
                    && counts instanceof Numbers counted
                    && counted.scale() == 0
                    && total.has(row)
                    && counted.has(row)) {
                Num quick = FieldStats.quickAverage(total.unscaled(row), total.scale(), counted.unscaled(row));
                if (quick != null) {
                    return quick;
                }
            }
            return of(sums.value(row), counts.value(row));
        }

        @Override
        public boolean has(int row) {
            // Averages of ordinary sums are within the range of numbers.
            return sums instanceof Numbers total
                            && Math.abs(total.scale()) <= ValueBytes.SMALL_SCALE
                            && counts instanceof Numbers counted
                            && counted.scale() <= 0
                    ? total.has(row) && counted.isPositive(row)
                    : value(row) != null;
        }

        /** Returns the average that a row has by its sum and count, or null for none. */
        static @Nullable Num of(@Nullable Value sum, @Nullable Value count) {
            return sum instanceof Num total && count instanceof Num counted && counted.isLong()
                    ? FieldStats.average(total.value(), counted.longValueExact())
                    : null;
        }
    }
}
