package dev.varve.series.internal.packed.feed;

import dev.varve.feed.Change;
import dev.varve.feed.internal.EventBatch;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.frame.FrameColumns;
import dev.varve.series.internal.packed.frame.RecentRecords;
import dev.varve.series.internal.packed.row.FieldKind;
import dev.varve.series.internal.packed.row.RowSet;
import dev.varve.table.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several records of the journal as columns. Each record is a change of its own: its item holds the bytes, so that
 * a consumer delivers records like any other changes.
 */
public final class RecordBatch implements EventBatch {

    private static final String RECORD = "record";

    /** All records have one key, so that they are delivered in order. */
    private static final Key KEY = Key.of("JOURNAL", RECORD);

    private final Tick tick;
    private final List<FrameColumns> records;
    private final List<Parts> identities = new ArrayList<>();
    private final long[] ticks;
    private final int[] places;
    private final BitSet removals = new BitSet();
    private final BitSet corrections = new BitSet();

    private RecordBatch(Tick tick, List<FrameColumns> records) {
        this.tick = tick;
        this.records = records;
        int size = records.stream().mapToInt(record -> record.rows().size()).sum();
        this.ticks = new long[size];
        this.places = new int[size];
        int at = 0;
        for (FrameColumns record : records) {
            int count = record.rows().size();
            System.arraycopy(record.rows().ticks(), 0, ticks, at, count);
            for (int row = 0; row < count; row++) {
                places[at + row] = identities.size() + record.place(row);
                if (record.isRemoval(row)) {
                    removals.set(at + row);
                } else if (record.isCorrection(row)) {
                    corrections.set(at + row);
                }
            }
            identities.addAll(record.identities());
            at += count;
        }
    }

    /** Returns the item of the change of a record. */
    static Item item(byte[] record) {
        return Item.builder().put(RECORD, Bytes.wrap(record)).build();
    }

    static Key key() {
        return KEY;
    }

    /** Returns the rows of changes that are records. */
    public static RecordBatch of(List<Change> changes, Tick tick, Frame frames) {
        return new RecordBatch(
                tick, changes.stream().map(change -> decoded(change, frames)).toList());
    }

    /**
     * Returns the rows of changes that are records of the own journal.
     *
     * @param recent the records that need not be decoded
     */
    public static RecordBatch of(List<Change> changes, Tick tick, RecentRecords recent, Frame frames) {
        List<FrameColumns> records = new ArrayList<>(changes.size());
        for (Change change : changes) {
            long number = PackedFeed.numberOf(change.position());
            if (records.isEmpty()) {
                recent.readFrom(number);
            }
            FrameColumns known = recent.find(number);
            records.add(known == null ? decoded(change, frames) : known);
        }
        return new RecordBatch(tick, records);
    }

    private static FrameColumns decoded(Change change, Frame frames) {
        Value content = Objects.requireNonNull(change.after()).find(RECORD).orElseThrow();
        return frames.decodeColumns(((Bytes) content).toArray());
    }

    @Override
    public int size() {
        return ticks.length;
    }

    @Override
    public Tick tick() {
        return tick;
    }

    @Override
    public long[] ticks() {
        return ticks;
    }

    @Override
    public int[] places() {
        return places;
    }

    @Override
    public List<Parts> identities() {
        return identities;
    }

    @Override
    public boolean isPlain() {
        return removals.isEmpty() && corrections.isEmpty();
    }

    @Override
    public boolean isRemoval(int row) {
        return removals.get(row);
    }

    @Override
    public boolean isCorrection(int row) {
        return corrections.get(row);
    }

    @Override
    public double[] numbers(List<String> columns) {
        double[] numbers = new double[ticks.length];
        Arrays.fill(numbers, Double.NaN);
        int at = 0;
        for (FrameColumns record : records) {
            RowSet rows = record.rows();
            for (String name : columns) {
                for (RowSet.Column column : rows.columns()) {
                    if (column.field().name().equals(name)) {
                        add(column, rows.size(), numbers, at);
                    }
                }
            }
            at += rows.size();
        }
        return numbers;
    }

    private static void add(RowSet.Column column, int size, double[] numbers, int at) {
        FieldKind kind = column.field().kind();
        if (kind != FieldKind.NUMBER && kind != FieldKind.DECIMAL) {
            return;
        }
        for (int row = 0; row < size; row++) {
            if (Double.isNaN(numbers[at + row]) && column.has(row)) {
                double number = kind == FieldKind.NUMBER
                        ? Double.longBitsToDouble(Objects.requireNonNull(column.numbers())[row])
                        : decimal(Objects.requireNonNull(column.texts())[row]);
                if (Double.isFinite(number)) {
                    numbers[at + row] = number;
                }
            }
        }
    }

    private static double decimal(@Nullable String text) {
        return Num.parse(Objects.requireNonNull(text)).doubleValue();
    }
}
