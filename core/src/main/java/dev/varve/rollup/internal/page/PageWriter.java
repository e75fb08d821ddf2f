package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteWriter;
import dev.varve.block.internal.stream.PackedLongs;
import dev.varve.item.Item;
import dev.varve.item.Value;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes a page: the rows of another one with some of them replaced, added or left out. */
public final class PageWriter {

    private final @Nullable RowPage before;
    // Of each row that is written: its start, its place in the page before or -1, and the new row or null.
    private final long[] starts;
    private final int[] places;
    private final @Nullable Item[] rows;

    private PageWriter(@Nullable RowPage before, int size) {
        this.before = before;
        this.starts = new long[size];
        this.places = new int[size];
        this.rows = new Item[size];
    }

    /** A changed row: its content with its version; null if the page must not have it. */
    public record Change(@Nullable Item row) {}

    /**
     * Returns the bytes of a page; null if it has no rows.
     *
     * @param before the page that is changed, or null
     * @param changes rows by the start of their bucket in epoch seconds
     * @param first rows of the page before that start before this epoch second are left out
     */
    public static byte @Nullable [] write(@Nullable RowPage before, SortedMap<Long, Change> changes, long first) {
        int old = before == null ? 0 : before.size();
        PageWriter writer = new PageWriter(before, old + changes.size());
        int size = 0;
        int place = 0;
        for (var change : changes.entrySet()) {
            long start = change.getKey();
            for (; before != null && place < old && before.start(place) < start; place++) {
                size = writer.keep(size, place, first);
            }
            if (before != null && place < old && before.start(place) == start) {
                place++;
            }
            if (change.getValue().row() != null) {
                writer.starts[size] = start;
                writer.places[size] = -1;
                writer.rows[size++] = change.getValue().row();
            }
        }
        for (; place < old; place++) {
            size = writer.keep(size, place, first);
        }
        return size == 0 ? null : writer.bytes(size);
    }

    private int keep(int size, int place, long first) {
        long start = Objects.requireNonNull(before).start(place);
        if (start < first) {
            return size;
        }
        starts[size] = start;
        places[size] = place;
        return size + 1;
    }

    private byte[] bytes(int size) {
        // Most often the new rows have the attributes of the rows before.
        PageShape shape = before != null && haveNames(size, before.shape().names()) ? before.shape() : null;
        TextTable texts = new TextTable(shape == null ? new String[0] : shape.texts());
        Collection<String> names = shape == null ? names(size) : Arrays.asList(shape.names());
        ByteWriter heads = new ByteWriter();
        ByteWriter columns = new ByteWriter();
        long[] numbers = new long[names.size()];
        int count = 0;
        int index = 0;
        for (String name : names) {
            int from = columns.length();
            int kind = PageColumn.AVERAGES;
            boolean hasValues = true;
            if (!isDerived(name, size)) {
                ColumnBuilder column = column(name, size);
                hasValues = column.count() > 0;
                kind = column.kind();
                if (hasValues) {
                    column.write(columns, texts);
                }
            }
            if (hasValues) {
                heads.writeByte(kind);
                heads.writeUnsigned(columns.length() - from);
                numbers[count++] = shape == null ? AttributeNames.number(name, texts) : shape.numbers()[index];
            }
            index++;
        }
        byte[] written = shape != null && count == numbers.length && !texts.hasMore()
                ? shape.bytes()
                : PageShape.bytes(texts, Arrays.copyOf(numbers, count));
        ByteWriter out = new ByteWriter();
        out.writeByte(RowPage.FORMAT);
        out.writeUnsigned(written.length);
        out.write(written);
        out.writeUnsigned(size);
        PackedLongs.encode(Arrays.copyOf(starts, size), out);
        out.write(heads.toBytes());
        out.write(columns.toBytes());
        return checked(out.toBytes(RowPage.CHECKSUM_BYTES));
    }

    private static byte[] checked(byte[] bytes) {
        int end = bytes.length - RowPage.CHECKSUM_BYTES;
        long checksum = RowPage.checksum(bytes, end);
        for (int i = 0; i < RowPage.CHECKSUM_BYTES; i++) {
            bytes[end + i] = (byte) (checksum >>> (Byte.SIZE * i));
        }
        return bytes;
    }

    private boolean haveNames(int size, String[] names) {
        for (int i = 0; i < size; i++) {
            Item row = rows[i];
            if (row != null && !hasNames(row, names)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the names of all attributes, in ascending order. */
    private Collection<String> names(int size) {
        TreeSet<String> names = new TreeSet<>(
                before == null ? List.of() : List.of(before.shape().names()));
        for (int i = 0; i < size; i++) {
            Item row = rows[i];
            if (row != null) {
                names.addAll(row.names());
            }
        }
        return names;
    }

    private static boolean hasNames(Item row, String[] names) {
        if (row.attributeCount() != names.length) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            if (!row.nameAt(i).equals(names[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether every row has the average that follows from its sum and its count, or none if none follows. */
    private boolean isDerived(String name, int size) {
        if (!name.startsWith(AttributeNames.AVERAGE) || (before != null && !before.isDerived(name))) {
            return false;
        }
        String field = name.substring(AttributeNames.AVERAGE.length());
        for (int i = 0; i < size; i++) {
            Item row = rows[i];
            if (row != null
                    && !Objects.equals(
                            row.value(name),
                            PageColumn.Averages.of(
                                    row.value(AttributeNames.SUM + field), row.value(AttributeNames.COUNT + field)))) {
                return false;
            }
        }
        return true;
    }

    private ColumnBuilder column(String name, int size) {
        ColumnBuilder column = new ColumnBuilder(size);
        PageColumn old = before == null ? null : before.column(name);
        int i = old instanceof PageColumn.Numbers numbers && numbers.places() == null
                ? column.addAll(numbers, places, size)
                : 0;
        for (; i < size; i++) {
            Item row = rows[i];
            if (row != null) {
                Value value = row.value(name);
                if (value != null) {
                    column.add(i, value);
                }
            } else if (old != null) {
                old.copy(places[i], i, column);
            }
        }
        return column;
    }
}
