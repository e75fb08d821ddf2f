package dev.varve.core.key;

import dev.varve.core.Rejected;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Texts of ULIDs: ten characters of a clock in milliseconds, then sixteen of 80 other bits, in Crockford's base 32. They
 * sort by their clock.
 */
public final class Ulid {

    /** How many bytes the part behind the clock has. */
    public static final int RANDOM_BYTES = 10;

    static final int CLOCK_WIDTH = 10;

    /** Crockford's digits: no I, L, O and U. */
    static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private static final int RANDOM_WIDTH = 16;

    private Ulid() {}

    /** Returns the text of a clock, which is cut to milliseconds, and of 80 bits; refuses clocks before 1970. */
    public static String text(Instant clock, byte[] random) {
        return clockText(clock) + randomText(random);
    }

    /** Returns a new ULID; two of one millisecond are in no order. */
    public static String next(Instant clock, RandomGenerator random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return text(clock, bytes);
    }

    /** Returns the first ten characters of the ULIDs of a clock, as {@code {at:ulid}} writes them. */
    public static String clockText(Instant clock) {
        var out = new StringBuilder(CLOCK_WIDTH);
        appendClock(out, clock);
        return out.toString();
    }

    /** Returns the last sixteen characters of a ULID with these 80 bits. */
    public static String randomText(byte[] random) {
        if (random.length != RANDOM_BYTES) {
            throw new Rejected(
                    "key.ulid-random", "a ULID has 80 bits besides its clock; given are " + random.length + " bytes");
        }
        var out = new StringBuilder(RANDOM_WIDTH);
        int bits = 0;
        int held = 0;
        for (byte next : random) {
            held = (held << 8) | (next & 0xff);
            for (bits += 8; bits >= 5; bits -= 5) {
                out.append(DIGITS.charAt((held >>> (bits - 5)) & 31));
            }
        }
        return out.toString();
    }

    /** Returns the clock of a ULID, or nothing for a text that is none; only capital letters are. */
    public static Optional<Instant> clockOf(String text) {
        if (text.length() != CLOCK_WIDTH + RANDOM_WIDTH) {
            return Optional.empty();
        }
        for (int i = CLOCK_WIDTH; i < text.length(); i++) {
            if (DIGITS.indexOf(text.charAt(i)) < 0) {
                return Optional.empty();
            }
        }
        long millis = readMillis(text, 0);
        return millis == ClockText.BAD ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    static void appendClock(StringBuilder out, Instant clock) {
        Domain.check(clock);
        if (clock.isBefore(Instant.EPOCH)) {
            throw new Rejected(
                    "key.ulid-before-1970",
                    "clock " + ClockText.show(clock)
                            + " is before 1970, where the time of ULIDs begins. Write the clock"
                            + " as {at} where it can be earlier. Is its unit right: seconds, milliseconds?");
        }
        long millis = clock.toEpochMilli();
        for (int digit = CLOCK_WIDTH - 1; digit >= 0; digit--) {
            out.append(DIGITS.charAt((int) (millis >>> (5 * digit)) & 31));
        }
    }

    /** Returns the milliseconds that ten characters stand for, or {@link ClockText#BAD}. */
    static long readMillis(String text, int at) {
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
        return Domain.contains(Math.floorDiv(millis, 1_000L)) ? millis : ClockText.BAD;
    }
}
