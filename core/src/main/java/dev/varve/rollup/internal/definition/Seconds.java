package dev.varve.rollup.internal.definition;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** Instants and durations as exact decimal numbers of seconds. */
public final class Seconds {

    private static final int NANO_DIGITS = 9;

    private Seconds() {}

    /** Returns the seconds since 1970. */
    @SuppressWarnings("JavaInstantGetSecondsGetNano") // Both parts are used.
    public static BigDecimal of(Instant instant) {
        return of(instant.getEpochSecond(), instant.getNano());
    }

    @SuppressWarnings("JavaDurationGetSecondsGetNano") // Both parts are used.
    public static BigDecimal of(Duration duration) {
        return of(duration.getSeconds(), duration.getNano());
    }

    private static BigDecimal of(long seconds, int nanos) {
        BigDecimal whole = BigDecimal.valueOf(seconds);
        return nanos == 0 ? whole : whole.add(BigDecimal.valueOf(nanos, NANO_DIGITS));
    }

    /** Returns a number of seconds, at most nanoseconds fine, as a duration. */
    public static Duration duration(BigDecimal seconds) {
        long whole = seconds.longValue();
        BigDecimal rest = seconds.subtract(BigDecimal.valueOf(whole));
        return Duration.ofSeconds(whole, rest.movePointRight(NANO_DIGITS).longValue());
    }
}
