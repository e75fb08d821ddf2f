package dev.varve.series.internal.packed.block;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.ColumnType;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.FieldKind;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows to the bytes of a block, and back; pure.
 *
 * <p>A column of a block is named after its field. The last character tells the kind where the type of the column does not:
 * {@code ?} for booleans, {@code $} for texts, {@code ~} for decimals. The name of a number that ends in one of these, or in
 * {@code #}, gets another {@code #}.
 */
public final class BlockRows {

    private static final char BOOLEAN = '?';
    private static final char TEXT = '$';
    private static final char DECIMAL = '~';
    private static final char NUMBER = '#';

    private BlockRows() {}

    public static byte[] encode(RowSet rows, Tick tick, Effort effort) {
        return BlockEncoder.of(effort).encode(block(rows, tick));
    }

    /** Returns the block of these rows without summaries, for a reader that decodes all of it. */
    public static byte[] encodePlain(Block block, Effort effort) {
        return BlockEncoder.of(effort).withoutSummaries().encode(block);
    }

    /** Returns the number of columns of a block of these rows: those with a value. */
    static int columnCount(RowSet rows) {
        if (rows.columns().size() <= Block.MAX_COLUMNS) {
            return rows.columns().size();
        }
        int count = 0;
        for (RowSet.Column column : rows.columns()) {
            int row = 0;
            while (row < rows.size() && !column.has(row)) {
                row++;
            }
            count += row < rows.size() ? 1 : 0;
        }
        return count;
    }

    public static Block block(RowSet rows, Tick tick) {
        List<Column> columns = new ArrayList<>(rows.columns().size());
        for (RowSet.Column column : rows.columns()) {
            Column coded = column(column, rows.size());
            if (coded != null) {
                columns.add(coded);
            }
        }
        long[] times = rows.size() == rows.ticks().length ? rows.ticks() : Arrays.copyOf(rows.ticks(), rows.size());
        return new Block(tick, times, columns);
    }

    /** Returns the values that are present, or null if there is none. */
    private static @Nullable Column column(RowSet.Column column, int size) {
        if (column.present() == null && column.field().kind() == FieldKind.NUMBER) {
            return numbers(column, size);
        }
        BitSet bits = new BitSet(size);
        for (int row = 0; row < size; row++) {
            bits.set(row, column.has(row));
        }
        int count = bits.cardinality();
        if (count == 0) {
            return null;
        }
        Presence presence = count == size ? Presence.all(size) : Presence.of(size, bits);
        String name = columnName(column.field());
        int at = 0;
        if (column.texts() != null) {
            String[] values = new String[count];
            for (int row = bits.nextSetBit(0); row >= 0; row = bits.nextSetBit(row + 1)) {
                values[at++] = Objects.requireNonNull(column.texts()[row]);
            }
            return new Column.Texts(name, presence, values);
        }
        long[] numbers = Objects.requireNonNull(column.numbers());
        if (column.field().kind() == FieldKind.BOOLEAN) {
            boolean[] values = new boolean[count];
            for (int row = bits.nextSetBit(0); row >= 0; row = bits.nextSetBit(row + 1)) {
                values[at++] = numbers[row] == 1;
            }
            return new Column.Booleans(name, presence, values);
        }
        double[] values = new double[count];
        for (int row = bits.nextSetBit(0); row >= 0; row = bits.nextSetBit(row + 1)) {
            values[at++] = Double.longBitsToDouble(numbers[row]);
        }
        return new Column.Doubles(name, presence, values);
    }

    /** Returns the column of numbers that every row has. */
    private static Column numbers(RowSet.Column column, int size) {
        long[] bits = Objects.requireNonNull(column.numbers());
        double[] values = new double[size];
        for (int row = 0; row < size; row++) {
            values[row] = Double.longBitsToDouble(bits[row]);
        }
        return new Column.Doubles(columnName(column.field()), Presence.all(size), values);
    }

    static RowSet decode(byte[] bytes) {
        BlockReader reader = BlockReader.of(bytes);
        return rows(reader.block());
    }

    public static RowSet rows(Block block) {
        long[] times = block.times();
        for (int i = 1; i < times.length; i++) {
            if (times[i] <= times[i - 1]) {
                throw new CorruptData(
                        "packed.block-order", "the clocks of a block do not ascend: %s".formatted(times[i]));
            }
        }
        return new RowSet(times.length, times, columns(block));
    }

    /** Returns the columns in the order of their fields. */
    public static List<RowSet.Column> columns(Block block) {
        List<RowSet.Column> columns = new ArrayList<>();
        for (Column column : block.columns()) {
            columns.add(expanded(column, block.times().length));
        }
        columns.sort(Comparator.comparing(RowSet.Column::field));
        return columns;
    }

    /** Returns a column with one place for each row. */
    public static RowSet.Column expanded(Column column, int size) {
        Field field = field(column);
        Presence presence = column.presence();
        boolean isAll = presence.count() == size;
        long[] present = isAll ? null : new long[(size + 63) >> 6];
        long[] numbers = field.kind().isText() ? null : new long[size];
        String[] texts = field.kind().isText() ? new String[size] : null;
        int at = 0;
        for (int row = 0; row < size; row++) {
            if (!isAll && !presence.at(row)) {
                continue;
            }
            if (present != null) {
                present[row >> 6] |= 1L << row;
            }
            if (column instanceof Column.Doubles doubles) {
                Objects.requireNonNull(numbers)[row] = Double.doubleToRawLongBits(doubles.values()[at]);
            } else if (column instanceof Column.Booleans booleans) {
                Objects.requireNonNull(numbers)[row] = booleans.values()[at] ? 1 : 0;
            } else if (column instanceof Column.Texts values) {
                Objects.requireNonNull(texts)[row] = values.values()[at];
            }
            at++;
        }
        return new RowSet.Column(field, numbers, texts, present);
    }

    private static String columnName(Field field) {
        String name = field.name();
        return switch (field.kind()) {
            case BOOLEAN -> name + BOOLEAN;
            case TEXT -> name + TEXT;
            case DECIMAL -> name + DECIMAL;
            case NUMBER -> isMark(name) ? name + NUMBER : name;
        };
    }

    private static boolean isMark(String name) {
        char last = name.isEmpty() ? ' ' : name.charAt(name.length() - 1);
        return last == BOOLEAN || last == TEXT || last == DECIMAL || last == NUMBER;
    }

    private static Field field(Column column) {
        return field(
                column.name(),
                column instanceof Column.Doubles
                        ? ColumnType.DOUBLE
                        : column instanceof Column.Booleans
                                ? ColumnType.BOOLEAN
                                : column instanceof Column.Texts ? ColumnType.TEXT : ColumnType.LONG);
    }

    /** Returns the field of a column. */
    public static Field field(String name, ColumnType type) {
        char last = name.isEmpty() ? ' ' : name.charAt(name.length() - 1);
        if (type == ColumnType.DOUBLE) {
            return new Field(last == NUMBER ? bare(name) : name, FieldKind.NUMBER);
        }
        if (type == ColumnType.BOOLEAN && last == BOOLEAN) {
            return new Field(bare(name), FieldKind.BOOLEAN);
        }
        if (type == ColumnType.TEXT && (last == TEXT || last == DECIMAL)) {
            return new Field(bare(name), last == TEXT ? FieldKind.TEXT : FieldKind.DECIMAL);
        }
        throw new CorruptData("packed.block-column", "column \"%s\" of a block has an unknown type".formatted(name));
    }

    private static String bare(String name) {
        return name.substring(0, name.length() - 1);
    }
}
