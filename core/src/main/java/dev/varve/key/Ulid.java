package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.ClockText;
import dev.varve.key.internal.UlidClock;
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
        var out = new StringBuilder(UlidClock.CLOCK_WIDTH);
        UlidClock.appendClock(out, clock);
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
                out.append(UlidClock.DIGITS.charAt((held >>> (bits - 5)) & 31));
            }
        }
        return out.toString();
    }

    /** Returns the clock of a ULID, or nothing for a text that is none; only capital letters are. */
    public static Optional<Instant> clockOf(String text) {
        if (text.length() != UlidClock.CLOCK_WIDTH + RANDOM_WIDTH) {
            return Optional.empty();
        }
        for (int i = UlidClock.CLOCK_WIDTH; i < text.length(); i++) {
            if (UlidClock.DIGITS.indexOf(text.charAt(i)) < 0) {
                return Optional.empty();
            }
        }
        long millis = UlidClock.readMillis(text, 0);
        return millis == ClockText.BAD ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }
}
