package dev.varve.series.internal.packed.step;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockTable;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.hold.JournalMarks;
import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.series.internal.packed.row.RowItems;
import java.time.Instant;

/**
 * The state of a packed series: blocks in its table, rows in memory, and records in its journals.
 *
 * @param frames encodes and decodes the records
 * @param marks the length and age of the own journal
 * @param conflicts what happens if two rows have one clock
 */
public record PackedState(
        BlockTable blocks,
        RowItems items,
        RowMemory memory,
        Journals journals,
        Frame frames,
        JournalMarks marks,
        ConflictPolicy conflicts) {

    public BlockLayout layout() {
        return blocks.layout();
    }

    public Instant now() {
        return blocks.now();
    }

    /** Returns an instant in ticks, to which it is cut. */
    public long ticks(Instant instant) {
        return blocks.ticks(instant);
    }

    /** Returns whether no other process can append to the series. */
    public boolean isOnlyWriter() {
        return blocks.isOnlyWriter();
    }
}
