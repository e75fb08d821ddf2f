package dev.varve.series.internal.packed.block;

import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.table.Table;
import java.time.Instant;
import java.time.InstantSource;

/** The table of the blocks of one packed series: where its blocks lie, and which of them may be joined by now. */
public final class BlockTable {

    private final Table table;
    private final BlockLayout layout;
    private final BlockLoader loader;
    private final InstantSource clock;
    private final boolean isOnlyWriter;

    /**
     * @param isOnlyWriter whether no other process writes blocks of the series
     * @param parallel the maximum number of concurrent requests of one call
     */
    public BlockTable(Table table, BlockLayout layout, InstantSource clock, boolean isOnlyWriter, int parallel) {
        this.table = table;
        this.layout = layout;
        this.clock = clock;
        this.isOnlyWriter = isOnlyWriter;
        this.loader = new BlockLoader(table, layout, parallel, this::mayBeJoined);
    }

    public Table table() {
        return table;
    }

    public BlockLayout layout() {
        return layout;
    }

    public BlockLoader loader() {
        return loader;
    }

    /** Returns whether no other process writes blocks of the series. */
    public boolean isOnlyWriter() {
        return isOnlyWriter;
    }

    public Instant now() {
        return clock.instant();
    }

    /** Returns an instant in ticks, to which it is cut. */
    public long ticks(Instant instant) {
        return layout.ticks(layout.tick().floor(instant));
    }

    /**
     * Returns whether the buckets of a day may be joined: they are, some time after it is over. Where other processes write too,
     * they never are: joining would cost about as many units as the bytes that it saves cost in a year.
     */
    public boolean mayBeJoined(TickRange day) {
        return isOnlyWriter && layout.isJoining() && day.to() <= ticks(now());
    }

    /**
     * Returns the range whose blocks must be read to find these clocks: from the start of their day if its buckets may be joined.
     */
    public TickRange readRange(TickRange range) {
        TickRange day = layout.day(range.from());
        return mayBeJoined(day) ? new TickRange(day.from(), range.to()) : range;
    }
}
