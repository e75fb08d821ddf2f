package dev.varve.rollup.internal.page;

import dev.varve.block.internal.ByteReader;
import dev.varve.block.internal.PackedLongs;
import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.internal.definition.CompiledRollup;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one identity and tier that are stored together, column by column. Opening a page checks its checksum and its head; a
 * column is decoded when one of its values is needed. Bytes that no encoder wrote give {@link CorruptData}, or rows, in bounded
 * time and memory.
 */
public final class RowPage {

    /** The most rows of a page. */
    public static final int MAX_ROWS = 1_024;

    static final int FORMAT = 1;
    static final int CHECKSUM_BYTES = 4;

    /** The most columns of a page: a row of 64 fields with all statistics has fewer. */
    static final int MAX_COLUMNS = 2_048;

    private record Coded(int kind, int from, int to) {}

    private final byte[] bytes;
    private final long[] starts;
    private final String[] texts;
    // In ascending order, as in an item.
    private final String[] names;
    private final Coded[] coded;
    private final @Nullable PageColumn[] columns;
    private final int versions;

    private RowPage(byte[] bytes) {
        this.bytes = bytes;
        ByteReader in = new ByteReader(bytes, 1, bytes.length - CHECKSUM_BYTES);
        starts = PackedLongs.decode(in.readCount(MAX_ROWS, "the number of rows"), in);
        for (int i = 1; i < starts.length; i++) {
            if (starts[i] <= starts[i - 1]) {
                throw corrupt("row %s does not start after the row before it".formatted(i));
            }
        }
        texts = TextTable.read(in);
        int count = in.readCount(Math.min(MAX_COLUMNS, in.remaining()), "the number of columns");
        names = new String[count];
        coded = new Coded[count];
        columns = new PageColumn[count];
        int[] lengths = new int[count];
        int[] kinds = new int[count];
        for (int i = 0; i < count; i++) {
            names[i] = AttributeNames.name(in.readUnsigned(), texts);
            if (i > 0 && names[i].compareTo(names[i - 1]) <= 0) {
                throw corrupt("the name %s does not follow %s".formatted(names[i], names[i - 1]));
            }
            kinds[i] = in.readByte();
            lengths[i] = in.readCount(in.remaining(), "the length of a column");
        }
        for (int i = 0; i < count; i++) {
            coded[i] = new Coded(kinds[i], in.position(), in.position() + lengths[i]);
            in.part(lengths[i]);
        }
        in.requireEnd();
        versions = Arrays.binarySearch(names, CompiledRollup.VERSION);
        if (starts.length == 0 || versions < 0) {
            throw corrupt("a page has %s rows, with versions: %s".formatted(starts.length, versions >= 0));
        }
    }

    /** Opens a page; the bytes must not change while it is read. */
    public static RowPage of(byte[] bytes) {
        int end = bytes.length - CHECKSUM_BYTES;
        if (end < 1 || bytes[0] != FORMAT) {
            throw corrupt(
                    end < 1
                            ? "the page has only %s bytes".formatted(bytes.length)
                            : "page format %s is unknown; this version reads format %s"
                                    .formatted(bytes[0] & 0xFF, FORMAT));
        }
        long stored = new ByteReader(bytes, end, bytes.length).readFixed(CHECKSUM_BYTES);
        if (stored != checksum(bytes, end)) {
            throw corrupt("the page of %s bytes is damaged: its checksum differs".formatted(bytes.length));
        }
        return new RowPage(bytes);
    }

    static long checksum(byte[] bytes, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }

    static CorruptData corrupt(String message) {
        return new CorruptData("rollup.page", message);
    }

    /** Returns the number of rows. */
    public int size() {
        return starts.length;
    }

    /** Returns the start of a row's bucket, in epoch seconds. */
    public long start(int row) {
        return starts[row];
    }

    /** Returns the row whose bucket starts in this epoch second, or a negative number if there is none. */
    public int find(long start) {
        return Arrays.binarySearch(starts, start);
    }

    /** Returns the version of a row. */
    public long version(int row) {
        return column(versions).value(row) instanceof Num version && version.isLong() ? version.longValueExact() : 0;
    }

    /** Returns an attribute of a row, or null if it has none of this name. */
    public @Nullable Value value(int row, String name) {
        PageColumn column = column(name);
        return column == null ? null : column.value(row);
    }

    String[] names() {
        return names;
    }

    /** Returns a column by its name, or null if there is none. */
    @Nullable
    PageColumn column(String name) {
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? null : column(index);
    }

    boolean isDerived(String name) {
        int index = Arrays.binarySearch(names, name);
        return index >= 0 && coded[index].kind() == PageColumn.AVERAGES;
    }

    private PageColumn column(int index) {
        PageColumn known = columns[index];
        if (known == null) {
            known = decoded(index);
            // Two threads may decode the same column; both results are equal.
            columns[index] = known;
        }
        return known;
    }

    private PageColumn decoded(int index) {
        Coded part = coded[index];
        int kind = part.kind();
        if (kind == PageColumn.AVERAGES && names[index].startsWith(AttributeNames.AVERAGE)) {
            if (part.from() != part.to()) {
                throw corrupt("a column of averages has bytes of its own");
            }
            String field = names[index].substring(AttributeNames.AVERAGE.length());
            return new PageColumn.Averages(column(AttributeNames.SUM + field), column(AttributeNames.COUNT + field));
        }
        if ((kind & ~PageColumn.HAS_GAPS) > PageColumn.VALUES) {
            throw corrupt("column %s is of the unknown kind %s".formatted(names[index], kind));
        }
        try {
            return PageColumn.read(kind, starts.length, new ByteReader(bytes, part.from(), part.to()), texts);
        } catch (CorruptData e) {
            throw new CorruptData("rollup.page", "column %s: %s".formatted(names[index], e.getMessage()), e);
        }
    }

    /** Returns a row, with its version. */
    public Item row(int row) {
        Value[] values = new Value[names.length];
        int count = 0;
        for (int i = 0; i < names.length; i++) {
            Value value = column(i).value(row);
            values[i] = value;
            count += value == null ? 0 : 1;
        }
        return count == names.length ? Item.wrap(names, values) : some(values, count);
    }

    /** Returns a row without its version. */
    public Item content(int row) {
        return row(row).without(CompiledRollup.VERSION);
    }

    private Item some(Value[] values, int count) {
        String[] someNames = new String[count];
        Value[] someValues = new Value[count];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                someNames[next] = names[i];
                someValues[next++] = values[i];
            }
        }
        return Item.wrap(someNames, someValues);
    }
}
