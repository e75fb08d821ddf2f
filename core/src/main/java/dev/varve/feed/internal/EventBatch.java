package dev.varve.feed.internal;

import dev.varve.key.Parts;
import dev.varve.key.Tick;
import java.util.List;

/**
 * Events of a packed series from one or several records of its journal, column by column. Rows are in the order of the
 * journal: one series may have several of them, in any order of their clocks.
 */
public interface EventBatch {

    /** Returns the number of rows. */
    int size();

    Tick tick();

    /** Returns the clocks of the rows in ticks; the caller must not change them. */
    long[] ticks();

    /** Returns for each row the index of its identity; the caller must not change them. */
    int[] places();

    /** Returns the identities. One that several records have is here several times. */
    List<Parts> identities();

    /** Returns whether no row removes or replaces an event. */
    boolean isPlain();

    /** Returns whether a row removes its event. */
    boolean isRemoval(int row);

    /** Returns whether a row replaces the event with its clock. */
    boolean isCorrection(int row);

    /**
     * Returns the numbers of a field, one for each row; {@code NaN} where the row has no finite number there. Of several
     * columns the first one that has a number counts.
     *
     * @param columns names of the field in packed rows
     */
    double[] numbers(List<String> columns);
}
