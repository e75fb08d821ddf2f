package dev.varve.series.internal.packed;

/** A range of clocks in ticks, {@code [from, to)}. */
public record TickRange(long from, long to) {

    boolean contains(long tick) {
        return tick >= from && tick < to;
    }

    boolean contains(TickRange other) {
        return other.from >= from && other.to <= to;
    }

    boolean overlaps(TickRange other) {
        return from < other.to && other.from < to;
    }
}
