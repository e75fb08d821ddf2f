package dev.varve.key.internal.text;

import dev.varve.error.Rejected;
import java.time.Instant;

/** Writes and reads the first ten characters of a ULID, its time in milliseconds. */
public final class UlidClock {

    /** The number of characters. */
    public static final int CLOCK_WIDTH = 10;

    /** Crockford's base 32, without I, L, O and U. */
    public static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private UlidClock() {}

    public static void appendClock(StringBuilder out, Instant clock) {
        ClockDomain.check(clock);
        if (clock.isBefore(Instant.EPOCH)) {
            throw new Rejected(
                    "key.ulid-before-1970",
                    "clock " + ClockText.show(clock)
                            + " is before 1970, the earliest time of a ULID. Write {at} in the template for earlier"
                            + " clocks. Is the unit right: seconds, milliseconds?");
        }
        long millis = clock.toEpochMilli();
        for (int digit = CLOCK_WIDTH - 1; digit >= 0; digit--) {
            out.append(DIGITS.charAt((int) (millis >>> (5 * digit)) & 31));
        }
    }

    /** Returns the milliseconds encoded in ten characters, or {@link ClockText#BAD}. */
    public static long readMillis(String text, int at) {
        if (text.length() < at + CLOCK_WIDTH) {
            return ClockText.BAD;
        }
        long millis = 0;
        for (int i = at; i < at + CLOCK_WIDTH; i++) {
            int digit = DIGITS.indexOf(text.charAt(i));
            if (digit < 0) {
                return ClockText.BAD;
            }
            millis = (millis << 5) | digit;
        }
        return ClockDomain.contains(Math.floorDiv(millis, 1_000L)) ? millis : ClockText.BAD;
    }
}
