package dev.varve.series.internal.packed.bucket;

import dev.varve.key.Parts;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowWrite;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of rows that one caller gives together, in their order. Appends of prepared rows are columns: a clock, and the numbers
 * of all rows in one array. Other writes are kept as they are. A batch is filled by one thread and does not change once it is
 * handed to the store.
 */
public final class RowBatch {

    private final @Nullable ConflictPolicy policy;
    private int size;
    private @Nullable PreparedRow[] prepared;
    private long[] ticks;

    /** Where the numbers of a prepared row begin. */
    private int[] starts;

    private long[] numbers;
    private int used;
    private final List<RowWrite> others;

    /**
     * Starts an empty batch of prepared rows.
     *
     * @param policy what happens if another row has the clock
     * @param capacity how many rows are expected
     */
    public RowBatch(ConflictPolicy policy, int capacity) {
        this(policy, List.of(), Math.max(1, capacity));
    }

    private RowBatch(@Nullable ConflictPolicy policy, List<RowWrite> writes, int capacity) {
        this.policy = policy;
        this.prepared = new PreparedRow[capacity];
        this.ticks = new long[capacity];
        this.starts = new int[capacity];
        this.numbers = new long[0];
        this.others = writes;
        this.size = writes.size();
    }

    /** Returns the batch of these writes. */
    public static RowBatch of(List<RowWrite> writes) {
        return new RowBatch(null, writes, 0);
    }

    /**
     * Adds the append of a prepared row.
     *
     * @param values an array with its numbers, which must be storable
     * @param from where they begin
     */
    public void add(PreparedRow row, long tick, double[] values, int from) {
        int width = row.shape().size();
        makeRoom(width);
        prepared[size] = row;
        ticks[size] = tick;
        starts[size] = used;
        row.write(values, from, numbers, used);
        used += width;
        size++;
    }

    private void makeRoom(int width) {
        if (size == ticks.length) {
            int capacity = size * 2;
            prepared = Arrays.copyOf(prepared, capacity);
            ticks = Arrays.copyOf(ticks, capacity);
            starts = Arrays.copyOf(starts, capacity);
        }
        if (used + width > numbers.length) {
            // Rows of one batch have about as many numbers each.
            numbers = Arrays.copyOf(numbers, Math.max(ticks.length * width, numbers.length * 2));
        }
    }

    public int size() {
        return size;
    }

    /** Returns the write that is not the append of a prepared row, or null if this is one. */
    @Nullable
    RowWrite other(int index) {
        return policy == null ? others.get(index) : null;
    }

    /** Returns what happens if another row has the clock of a prepared one. */
    @Nullable
    ConflictPolicy policy() {
        return policy;
    }

    PreparedRow prepared(int index) {
        PreparedRow row = prepared[index];
        if (row == null) {
            throw new IllegalStateException("write %s is not a prepared row".formatted(index));
        }
        return row;
    }

    public Parts identity(int index) {
        RowWrite write = other(index);
        return write == null ? prepared(index).identity() : write.identity();
    }

    /** Returns the rows in memory of the identity that is written, or null if there are none. */
    public @Nullable Tail tail(int index, Tails tails) {
        RowWrite write = other(index);
        return write == null ? prepared(index).tail(tails) : tails.find(write.identity());
    }

    public long tick(int index) {
        RowWrite write = other(index);
        return write == null ? ticks[index] : write.tick();
    }

    /** Returns the array with the numbers of all prepared rows; those of one begin at {@link #start}. */
    long[] numbers() {
        return numbers;
    }

    int start(int index) {
        return starts[index];
    }

    /** Returns the row that a write stores, or null if it removes one. */
    public @Nullable Row row(int index) {
        RowWrite write = other(index);
        if (write != null) {
            return write.row();
        }
        PreparedRow row = prepared(index);
        int from = starts[index];
        return new Row(
                ticks[index],
                row.shape(),
                Arrays.copyOfRange(numbers, from, from + row.shape().size()),
                row.texts());
    }
}
