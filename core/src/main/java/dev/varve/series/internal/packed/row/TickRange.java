package dev.varve.series.internal.packed.row;

/** A range of clocks in ticks, {@code [from, to)}. */
public record TickRange(long from, long to) {

    public boolean contains(long tick) {
        return tick >= from && tick < to;
    }

    public boolean contains(TickRange other) {
        return other.from >= from && other.to <= to;
    }

    public boolean overlaps(TickRange other) {
        return from < other.to && other.from < to;
    }
}
