package dev.varve.series.internal.packed.others;

import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The changes that one other writer made in one bucket, as its journal holds them. Nearly all of them append a row with a clock of
 * its own; these are kept in columns. Not safe for several threads; readers use {@link #view}.
 */
public final class OtherChanges {

    /** An estimate of the memory of a change that is not kept in columns. */
    private static final int CHANGE_BYTES = 300;

    private static final int FIRST_CAPACITY = 4;

    /** A change that removes or corrects a row, or concerns a clock that this writer has changed before. */
    record Further(long number, RowChange change) {}

    /**
     * The changes as they are at one moment.
     *
     * @param floor the changes of records up to this one are in blocks
     * @param rows the appended rows
     * @param numbers the record of each appended row, ascending, in the first {@code size} places
     * @param ticks the clocks of these rows
     */
    @SuppressWarnings("ArrayRecordComponent") // Shared on purpose: only places behind the size change.
    public record View(
            String writer, long floor, RowSet rows, long[] numbers, long[] ticks, int size, List<Further> further) {}

    private final GrowingRows rows = new GrowingRows();
    private long[] numbers = new long[FIRST_CAPACITY];
    private long[] ticks = new long[FIRST_CAPACITY];
    private int size;
    private final List<Further> further = new ArrayList<>(0);
    private long last;

    /** Adds a change of a record; their numbers ascend. */
    void add(long number, RowChange change) {
        last = number;
        Row row = change.row();
        if (row == null || change.isCorrection() || isKnown(change.tick())) {
            further.add(new Further(number, change));
            return;
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size + (size >> 1));
            ticks = Arrays.copyOf(ticks, numbers.length);
        }
        numbers[size] = number;
        ticks[size] = change.tick();
        size++;
        rows.put(row);
    }

    private boolean isKnown(long tick) {
        return rows.find(tick) != null
                || further.stream().anyMatch(each -> each.change().tick() == tick);
    }

    /** Returns the number of the last record with a change of this bucket. */
    long last() {
        return last;
    }

    /** Returns an estimate of the memory that the changes take, in bytes. */
    long bytes() {
        return rows.bytes() + 2L * Long.BYTES * numbers.length + (long) CHANGE_BYTES * further.size();
    }

    View view(String writer, long floor) {
        return new View(writer, floor, rows.rows(), numbers, ticks, size, List.copyOf(further));
    }
}
