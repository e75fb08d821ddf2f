package dev.varve.rollup.internal.page;

import dev.varve.block.internal.bytes.ByteReader;
import dev.varve.block.internal.stream.PackedLongs;
import dev.varve.error.CorruptData;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.util.Arrays;
import java.util.Objects;
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

    public static final int FORMAT = 1;
    static final int CHECKSUM_BYTES = 4;

    /** The most columns of a page: a row of 64 fields with all statistics has fewer. */
    static final int MAX_COLUMNS = 2_048;

    private record Coded(int kind, int from, int to) {}

    private final byte[] bytes;
    private final PageShape shape;
    private final long[] starts;
    private final Coded[] coded;
    private final @Nullable PageColumn[] columns;

    private RowPage(byte[] bytes) {
        this.bytes = bytes;
        ByteReader in = new ByteReader(bytes, 1, bytes.length - CHECKSUM_BYTES);
        int length = in.readCount(in.remaining(), "the length of the names");
        shape = PageShape.of(bytes, in.position(), in.position() + length);
        in.part(length);
        int count = in.readCount(MAX_ROWS, "the number of rows");
        if (count == 0) {
            throw corrupt("the page has no rows");
        }
        starts = PackedLongs.decode(count, in);
        for (int i = 1; i < count; i++) {
            if (starts[i] <= starts[i - 1]) {
                throw corrupt("row %s does not start after the row before it".formatted(i));
            }
        }
        coded = new Coded[shape.names().length];
        columns = new PageColumn[coded.length];
        int[] kinds = new int[coded.length];
        int[] lengths = new int[coded.length];
        for (int i = 0; i < coded.length; i++) {
            kinds[i] = in.readByte();
            lengths[i] = in.readCount(in.remaining(), "the length of a column");
        }
        for (int i = 0; i < coded.length; i++) {
            int from = in.position();
            in.part(lengths[i]);
            coded[i] = new Coded(kinds[i], from, in.position());
        }
        in.requireEnd();
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
        try {
            return new RowPage(bytes);
        } catch (CorruptData e) {
            throw new CorruptData("rollup.page", String.valueOf(e.getMessage()), e);
        }
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
        return column(shape.versions()).value(row) instanceof Num version && version.isLong()
                ? version.longValueExact()
                : 0;
    }

    /** Returns whether some row has an attribute of this name. */
    public boolean has(String name) {
        return Arrays.binarySearch(names(), name) >= 0;
    }

    /** Returns an attribute of a row, or null if it has none of this name. */
    public @Nullable Value value(int row, String name) {
        PageColumn column = column(name);
        return column == null ? null : column.value(row);
    }

    PageShape shape() {
        return shape;
    }

    private String[] names() {
        return shape.names();
    }

    /** Returns a column by its name, or null if there is none. */
    @Nullable
    PageColumn column(String name) {
        int index = Arrays.binarySearch(names(), name);
        return index < 0 ? null : column(index);
    }

    boolean isDerived(String name) {
        int index = Arrays.binarySearch(names(), name);
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
        if (kind == PageColumn.AVERAGES && names()[index].startsWith(AttributeNames.AVERAGE)) {
            if (part.from() != part.to()) {
                throw corrupt("a column of averages has bytes of its own");
            }
            String field = names()[index].substring(AttributeNames.AVERAGE.length());
            return new PageColumn.Averages(column(AttributeNames.SUM + field), column(AttributeNames.COUNT + field));
        }
        if ((kind & ~PageColumn.HAS_GAPS) > PageColumn.VALUES) {
            throw corrupt("column %s is of the unknown kind %s".formatted(names()[index], kind));
        }
        try {
            return PageColumn.read(kind, starts.length, new ByteReader(bytes, part.from(), part.to()), shape.texts());
        } catch (CorruptData e) {
            throw new CorruptData("rollup.page", "column %s: %s".formatted(names()[index], e.getMessage()), e);
        }
    }

    /** Returns a row, with its version. Its values are decoded when they are needed. */
    public Item row(int row) {
        String[] names = names();
        for (int i = 0; i < names.length; i++) {
            if (!column(i).has(row)) {
                return some(row);
            }
        }
        return Item.wrap(names, index -> Objects.requireNonNull(column(index).value(row)));
    }

    private Item some(int row) {
        String[] names = names();
        String[] someNames = new String[names.length];
        Value[] someValues = new Value[names.length];
        int count = 0;
        for (int i = 0; i < names.length; i++) {
            Value value = column(i).value(row);
            if (value != null) {
                someNames[count] = names[i];
                someValues[count++] = value;
            }
        }
        return Item.wrap(Arrays.copyOf(someNames, count), Arrays.copyOf(someValues, count));
    }
}
