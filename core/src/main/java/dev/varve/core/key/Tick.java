package dev.varve.core.key;

import java.time.Instant;

/** The resolution of a series' clock: what is finer is cut off when an event is stored. */
public enum Tick {
    /** Written as {@code 2026-04-20T14:00:00Z}. */
    SECONDS(1_000_000_000, 0),
    /** Written as {@code 2026-04-20T14:00:00.000Z}. */
    MILLIS(1_000_000, 3),
    /** Written as {@code 2026-04-20T14:00:00.000000000Z}. */
    NANOS(1, 9);

    private final int nanos;
    private final int digits;

    Tick(int nanos, int digits) {
        this.nanos = nanos;
        this.digits = digits;
    }

    /** Returns the latest instant on this tick that is not after the given one. */
    public Instant floor(Instant instant) {
        int rest = Domain.nanoOfSecond(instant) % nanos;
        return rest == 0 ? instant : instant.minusNanos(rest);
    }

    /** Returns the earliest instant on this tick that is not before the given one. */
    public Instant ceil(Instant instant) {
        int rest = Domain.nanoOfSecond(instant) % nanos;
        return rest == 0 ? instant : instant.plusNanos(nanos - rest);
    }

    /** Returns the length of one tick in nanoseconds. */
    int nanos() {
        return nanos;
    }

    /** Returns how many decimals the text of an instant has. */
    int digits() {
        return digits;
    }
}
