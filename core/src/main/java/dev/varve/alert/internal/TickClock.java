package dev.varve.alert.internal;

import dev.varve.key.Tick;
import java.time.Duration;
import java.time.Instant;

/** Converts between instants and the ticks of a packed series; pure. */
public record TickClock(Tick tick) {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Returns the ticks of an instant, rounded down. */
    public long ticks(Instant instant) {
        return switch (tick) {
            case SECONDS -> instant.getEpochSecond();
            case MILLIS -> instant.toEpochMilli();
            case NANOS ->
                Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
        };
    }

    public Instant instant(long ticks) {
        return switch (tick) {
            case SECONDS -> Instant.ofEpochSecond(ticks);
            case MILLIS -> Instant.ofEpochMilli(ticks);
            case NANOS ->
                Instant.ofEpochSecond(Math.floorDiv(ticks, NANOS_PER_SECOND), Math.floorMod(ticks, NANOS_PER_SECOND));
        };
    }

    /** Returns the first tick that is not before an instant. */
    long ceil(Instant instant) {
        long ticks = ticks(instant);
        return instant(ticks).isBefore(instant) ? ticks + 1 : ticks;
    }

    /** Returns the whole ticks of a duration. */
    long floor(Duration duration) {
        return duration.toNanos() / tick.nanos();
    }

    /** Returns the ticks of a duration, rounded up. */
    long ceil(Duration duration) {
        return Math.floorDiv(duration.toNanos() + tick.nanos() - 1, tick.nanos());
    }

    /** Returns the seconds between two clocks, exactly as for a {@code Duration} of the same length. */
    double seconds(long gap) {
        long perSecond = NANOS_PER_SECOND / tick.nanos();
        return Math.floorDiv(gap, perSecond) + Math.floorMod(gap, perSecond) * tick.nanos() / 1e9;
    }
}
