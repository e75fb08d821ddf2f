package dev.varve.server.ingest;

import dev.varve.core.Rejected;
import java.time.Instant;

/** The unit of the timestamps in a body of line protocol. */
public enum Precision {
    NANOS(1_000_000_000),
    MICROS(1_000_000),
    MILLIS(1_000),
    SECONDS(1);

    private final long perSecond;

    Precision(long perSecond) {
        this.perSecond = perSecond;
    }

    /** Returns the unit clients mean by a text; nanoseconds where they say nothing. */
    public static Precision of(String text) {
        return switch (text) {
            case "", "ns", "n" -> NANOS;
            case "us", "u", "µ" -> MICROS;
            case "ms" -> MILLIS;
            case "s" -> SECONDS;
            default ->
                throw new Rejected("line.precision", "the precision \"%s\" is none of ns, us, ms, s".formatted(text));
        };
    }

    Instant instant(long timestamp) {
        return Instant.ofEpochSecond(
                Math.floorDiv(timestamp, perSecond), Math.floorMod(timestamp, perSecond) * (1_000_000_000 / perSecond));
    }
}
