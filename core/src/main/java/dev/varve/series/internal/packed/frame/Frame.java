package dev.varve.series.internal.packed.frame;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.bucket.Step;
import dev.varve.series.internal.packed.bucket.Tail;
import dev.varve.series.internal.packed.row.Field;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.series.internal.packed.row.Shape;
import dev.varve.table.Journal;
import dev.varve.table.Limits;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes of many series as one record of the journal, and reads them back; pure. A record is complete by itself: it
 * holds the identities of its rows. {@code docs/format/journal.md} describes the bytes.
 */
public final class Frame {

    /** The most changes of one record. */
    public static final int MAX_CHANGES = Block.MAX_EVENTS;

    /** The most bytes of a record of several changes: what every journal takes. */
    static final int MAX_BYTES = Journal.MAX_RECORD_BYTES;

    /** The format of a head whose identities follow as they are. */
    private static final int PLAIN = 1;

    /** The format of a head whose identities are compressed. */
    private static final int COMPRESSED = 2;

    /** The formats that are written and read. */
    public static final List<Integer> FORMATS = List.of(PLAIN, COMPRESSED);

    private static final int CHECKSUM_BYTES = 4;

    /** The column with the places of the identities; a field has a longer name. */
    private static final String IDENTITY = "";

    /** The column that marks corrections, if there are any; the name of a field has no percent sign by itself. */
    private static final String CORRECTION = "%";

    /** The most bytes of a part of an identity: those of a key, and its type. */
    private static final int MAX_PART_BYTES = Limits.MAX_PARTITION_KEY_BYTES + 1;

    private static final int TEXT = 0;
    private static final int NUMBER = 1;

    private final Tick tick;
    private final List<String> parts;
    private final Effort effort;

    /**
     * @param parts the names of the parts of an identity, in the order of the layout
     * @param effort dense if the bytes of a record cost more than the time to find fewer
     */
    public Frame(Tick tick, List<String> parts, Effort effort) {
        this.tick = tick;
        this.parts = parts;
        this.effort = effort;
    }

    /**
     * A record, and its changes as {@link #decodeColumns} would return them, except for the order of the columns.
     *
     * @param record the bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // The journal takes the array; nobody changes it.
    public record Encoded(byte[] record, FrameColumns columns) {}

    /** Returns the record of these changes, each row once; null for several that need more than one record. */
    public byte @Nullable [] encode(List<RowChange> changes) {
        Encoded encoded = encode(Step.of(changes));
        return encoded == null ? null : encoded.record();
    }

    /** Returns the record of the changes of a step; null for several changes that need more than one record. */
    public @Nullable Encoded encode(Step step) {
        FrameColumns columns = columns(step);
        if (columns == null) {
            return null;
        }
        ByteArrayOutputStream identities = new ByteArrayOutputStream();
        writeNumber(identities, step.series().size());
        byte[][] previous = new byte[parts.size()][];
        Arrays.fill(previous, new byte[0]);
        Function<Parts, byte[][]> encode = this::bytes;
        for (Tail tail : step.series()) {
            byte[][] identity = tail.encoded(encode);
            write(identities, identity, previous);
            previous = identity;
        }
        byte[] record = joined(head(identities.toByteArray()), BlockRows.encodePlain(block(columns), effort));
        return record.length > MAX_BYTES && step.size() > 1 ? null : new Encoded(record, columns);
    }

    /** Returns the head of a record: the format and the identities, compressed if that is asked for and saves bytes. */
    private byte[] head(byte[] identities) {
        byte[] compressed =
                effort == Effort.DENSE && identities.length <= MAX_BYTES ? Deflated.of(identities) : identities;
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        if (compressed.length + Integer.BYTES < identities.length) {
            head.write(COMPRESSED);
            writeNumber(head, identities.length);
            head.writeBytes(compressed);
        } else {
            head.write(PLAIN);
            head.writeBytes(identities);
        }
        return head.toByteArray();
    }

    /** Returns the changes of a step column by column; null if they need more columns than a record has. */
    private static @Nullable FrameColumns columns(Step step) {
        int size = step.size();
        Map<Field, Values> columns = new HashMap<>();
        long[] ticks = new long[size];
        long[] places = new long[size];
        BitSet corrections = new BitSet();
        Shape lastShape = Shape.EMPTY;
        Values[] lastColumns = new Values[0];
        for (int i = 0; i < size; i++) {
            ticks[i] = step.tick(i);
            Shape shape = step.shape(i);
            places[i] = 2L * step.tail(i).placeIn(step.number()) + (shape == null ? 1 : 0);
            if (shape == null) {
                continue;
            }
            if (step.isCorrection(i)) {
                corrections.set(i);
            }
            if (!shape.equals(lastShape)) {
                lastColumns = shape.fields().stream()
                        .map(field -> columns.computeIfAbsent(field, first -> new Values(first, size)))
                        .toArray(Values[]::new);
                if (columns.size() + 1 >= Block.MAX_COLUMNS) {
                    return null;
                }
            }
            // Kept also if it is only equal: rows of one source share their shape, which is then compared at once.
            lastShape = shape;
            long[] numbers = step.numbers(i);
            int start = step.start(i);
            for (int field = 0; field < lastColumns.length; field++) {
                Values column = lastColumns[field];
                column.count++;
                column.present[i >> 6] |= 1L << i;
                if (column.numbers != null) {
                    column.numbers[i] = numbers[start + field];
                } else {
                    Objects.requireNonNull(column.texts)[i] = Objects.requireNonNull(step.texts(i))[field];
                }
            }
        }
        List<RowSet.Column> fields =
                columns.values().stream().map(values -> values.column(size)).toList();
        return new FrameColumns(
                step.series().stream().map(Tail::identity).toList(),
                places,
                new RowSet(size, ticks, fields),
                corrections.isEmpty() ? null : Presence.of(size, corrections));
    }

    private Block block(FrameColumns columns) {
        RowSet rows = columns.rows();
        List<Column> coded = new ArrayList<>();
        coded.add(new Column.Longs(IDENTITY, Presence.all(rows.size()), columns.places()));
        Presence corrections = columns.corrections();
        if (corrections != null) {
            coded.add(corrections(corrections));
        }
        coded.addAll(BlockRows.block(rows, tick).columns());
        return new Block(tick, rows.ticks(), coded);
    }

    /** The values of one field that were found so far. */
    private static final class Values {
        private final Field field;
        private final long @Nullable [] numbers;
        private final @Nullable String @Nullable [] texts;
        private final long[] present;
        private int count;

        Values(Field field, int size) {
            boolean isText = field.kind().isText();
            this.field = field;
            this.numbers = isText ? null : new long[size];
            this.texts = isText ? new String[size] : null;
            this.present = new long[(size + 63) >> 6];
        }

        RowSet.Column column(int size) {
            return new RowSet.Column(field, numbers, texts, count == size ? null : present);
        }
    }

    private static Column corrections(Presence rows) {
        long[] marks = new long[rows.count()];
        Arrays.fill(marks, 1);
        return new Column.Longs(CORRECTION, rows, marks);
    }

    private static byte[] joined(byte[] head, byte[] block) {
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + head.length + CHECKSUM_BYTES + block.length);
        out.putInt(head.length).put(head).putInt(checksum(head)).put(block);
        return out.array();
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length);
        return (int) checksum.getValue();
    }

    /** Writes an identity: for each part, how much of it the identity before has in common, and the rest. */
    private static void write(ByteArrayOutputStream out, byte[][] identity, byte[][] previous) {
        for (int part = 0; part < identity.length; part++) {
            byte[] bytes = identity[part];
            int mismatch = Arrays.mismatch(bytes, previous[part]);
            int common = mismatch < 0 ? bytes.length : mismatch;
            writeNumber(out, common);
            writeNumber(out, bytes.length - common);
            out.write(bytes, common, bytes.length - common);
        }
    }

    private byte[][] bytes(Parts identity) {
        byte[][] bytes = new byte[parts.size()][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes(identity, parts.get(i));
        }
        return bytes;
    }

    /** Returns the bytes of one part of an identity: its type, and its text. */
    private static byte[] bytes(Parts identity, String part) {
        byte[] text = identity.show(part).getBytes(StandardCharsets.UTF_8);
        byte[] typed = new byte[text.length + 1];
        typed[0] = (byte) (isText(identity, part) ? TEXT : NUMBER);
        System.arraycopy(text, 0, typed, 1, text.length);
        return typed;
    }

    private static boolean isText(Parts identity, String part) {
        try {
            identity.text(part);
            return true;
        } catch (Rejected number) {
            return false;
        }
    }

    private static void writeNumber(ByteArrayOutputStream out, int number) {
        int rest = number;
        while (rest >= 0x80) {
            out.write((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    /** Returns the changes of a record; bytes that were not written as one are refused as corrupt. */
    public List<RowChange> decode(byte[] record) {
        return read(record, (identities, block) -> changes(columns(identities, block)));
    }

    /** Returns the changes of a record column by column; bytes that were not written as one are refused as corrupt. */
    public FrameColumns decodeColumns(byte[] record) {
        return read(record, Frame::columns);
    }

    private <T> T read(byte[] record, BiFunction<List<Parts>, Block, T> reader) {
        try {
            ByteBuffer in = ByteBuffer.wrap(record);
            int length = in.getInt();
            if (length < 1 || length > in.remaining() - CHECKSUM_BYTES) {
                throw corrupt("its head would have %s bytes".formatted(length));
            }
            byte[] head = new byte[length];
            in.get(head);
            if (in.getInt() != checksum(head)) {
                throw corrupt("its checksum differs");
            }
            List<Parts> identities = identities(ByteBuffer.wrap(head));
            byte[] block = new byte[in.remaining()];
            in.get(block);
            return reader.apply(identities, BlockReader.of(block).block());
        } catch (BufferUnderflowException | NumberFormatException | Rejected e) {
            throw new CorruptData("packed.frame", "a record of the journal is damaged: " + e, e);
        }
    }

    private List<Parts> identities(ByteBuffer head) {
        byte format = head.get();
        if (format == PLAIN) {
            return plainIdentities(head);
        } else if (format != COMPRESSED) {
            throw corrupt("its format is unknown; this version reads formats %s and %s".formatted(PLAIN, COMPRESSED));
        }
        int length = readNumber(head, MAX_BYTES);
        byte[] identities = Deflated.inflate(head, length);
        if (identities == null) {
            throw corrupt("its identities do not have %s bytes".formatted(length));
        }
        return plainIdentities(ByteBuffer.wrap(identities));
    }

    private List<Parts> plainIdentities(ByteBuffer in) {
        int count = readNumber(in, MAX_CHANGES);
        List<Parts> identities = new ArrayList<>();
        byte[][] before = new byte[parts.size()][];
        Arrays.fill(before, new byte[0]);
        for (int i = 0; i < count; i++) {
            Parts identity = Parts.none();
            for (int part = 0; part < before.length; part++) {
                int common = readNumber(in, before[part].length);
                byte[] rest = new byte[readNumber(in, Math.min(in.remaining(), MAX_PART_BYTES - common))];
                in.get(rest);
                byte[] bytes = Arrays.copyOf(before[part], common + rest.length);
                System.arraycopy(rest, 0, bytes, common, rest.length);
                before[part] = bytes;
                if (bytes.length < 2) {
                    throw corrupt("a part of an identity is empty");
                }
                String text = new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
                identity = bytes[0] == TEXT
                        ? identity.with(parts.get(part), text)
                        : identity.with(parts.get(part), new BigDecimal(text));
            }
            identities.add(identity);
        }
        return identities;
    }

    private static int readNumber(ByteBuffer in, int most) {
        int number = 0;
        for (int shift = 0; shift < 28; shift += 7) {
            byte next = in.get();
            number |= (next & 0x7F) << shift;
            if (next >= 0) {
                if (number > most) {
                    throw corrupt("a number is %s instead of at most %s".formatted(number, most));
                }
                return number;
            }
        }
        throw corrupt("a number has too many bytes");
    }

    private static FrameColumns columns(List<Parts> identities, Block block) {
        Column.Longs places = null;
        Presence corrections = null;
        List<Column> fields = new ArrayList<>();
        for (Column column : block.columns()) {
            if (column instanceof Column.Longs longs && longs.name().equals(IDENTITY)) {
                places = longs;
            } else if (column instanceof Column.Longs longs && longs.name().equals(CORRECTION)) {
                corrections = longs.presence();
            } else {
                fields.add(column);
            }
        }
        int size = block.times().length;
        if (places == null || places.length() != size) {
            throw corrupt("it does not name the series of its rows");
        }
        RowSet rows =
                new RowSet(size, block.times(), BlockRows.columns(new Block(block.tick(), block.times(), fields)));
        for (long place : places.values()) {
            if (place < 0 || place / 2 >= identities.size()) {
                throw corrupt("series %s of a row is not in it".formatted(place / 2));
            }
        }
        return new FrameColumns(identities, places.values(), rows, corrections);
    }

    static List<RowChange> changes(FrameColumns columns) {
        RowSet rows = columns.rows();
        List<RowChange> changes = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            changes.add(new RowChange(
                    columns.identities().get(columns.place(i)),
                    rows.tick(i),
                    columns.isRemoval(i) ? null : rows.row(i),
                    columns.isCorrection(i)));
        }
        return changes;
    }

    private static CorruptData corrupt(String why) {
        return new CorruptData("packed.frame", "a record of the journal is damaged: " + why);
    }
}
