package dev.varve.key.internal.text;

import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import java.time.Instant;

/** The clocks that a key can hold: the years 0001 to 9999 in UTC, because texts have four digits for the year. */
public final class ClockDomain {

    /** 0001-01-01T00:00:00Z. */
    public static final long FIRST_SECOND = -62_135_596_800L;

    /** 10000-01-01T00:00:00Z, the first second that cannot be written. */
    public static final long END_SECOND = 253_402_300_800L;

    public static final Instant FIRST = Instant.ofEpochSecond(FIRST_SECOND);
    public static final Instant END = Instant.ofEpochSecond(END_SECOND);

    private ClockDomain() {}

    public static boolean contains(Instant instant) {
        return contains(instant.getEpochSecond());
    }

    public static boolean contains(long second) {
        return second >= FIRST_SECOND && second < END_SECOND;
    }

    public static Instant check(Instant clock) {
        checkSecond(clock.getEpochSecond());
        return clock;
    }

    public static long checkSecond(long second) {
        if (!contains(second)) {
            throw new Rejected(
                    "key.clock-out-of-range",
                    "clock at epoch second " + second + " is outside the years 0001 to 9999 that a key can hold."
                            + " Is the unit right: seconds, milliseconds?");
        }
        return second;
    }

    /** Returns the nanoseconds of an instant's second. */
    @SuppressWarnings("JavaInstantGetSecondsGetNano") // Callers need only the fraction.
    public static int nanoOfSecond(Instant instant) {
        return instant.getNano();
    }

    public static TimeRange clamp(TimeRange range) {
        return new TimeRange(clamp(range.from()), clamp(range.to()));
    }

    public static long clamp(long second) {
        return Math.max(FIRST_SECOND, Math.min(END_SECOND, second));
    }

    private static Instant clamp(Instant instant) {
        return instant.isBefore(FIRST) ? FIRST : instant.isAfter(END) ? END : instant;
    }
}
