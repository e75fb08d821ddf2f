package dev.varve.server.ingest;

import dev.varve.error.Rejected;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The unit of the timestamps in a body of line protocol. */
public enum Precision {
    NANOS(ChronoUnit.NANOS),
    MICROS(ChronoUnit.MICROS),
    MILLIS(ChronoUnit.MILLIS),
    SECONDS(ChronoUnit.SECONDS),
    MINUTES(ChronoUnit.MINUTES),
    HOURS(ChronoUnit.HOURS);

    private final ChronoUnit unit;

    Precision(ChronoUnit unit) {
        this.unit = unit;
    }

    /** Returns the unit for a client's text; nanoseconds if it is empty. */
    public static Precision of(String text) {
        return switch (text) {
            case "", "ns", "n" -> NANOS;
            case "us", "u", "µ" -> MICROS;
            case "ms" -> MILLIS;
            case "s" -> SECONDS;
            case "m" -> MINUTES;
            case "h" -> HOURS;
            default ->
                throw new Rejected(
                        "line.precision", "the precision is \"%s\"; it must be ns, us, ms, s, m or h".formatted(text));
        };
    }

    /** Returns the instant of a timestamp; refuses one that is out of range. */
    Instant instant(long timestamp) {
        try {
            return Instant.EPOCH.plus(timestamp, unit);
        } catch (ArithmeticException e) {
            throw new DateTimeException("%s %s is out of range".formatted(timestamp, unit), e);
        }
    }
}
