package dev.varve.key;

import dev.varve.error.Rejected;
import dev.varve.key.internal.text.ClockText;
import dev.varve.key.internal.text.UlidClock;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Writes and reads ULIDs: ten characters for a clock in milliseconds, then sixteen for 80 random bits, in Crockford's
 * base 32. ULIDs sort by their clock.
 */
public final class Ulid {

    /** The number of random bytes after the clock. */
    public static final int RANDOM_BYTES = 10;

    private static final int RANDOM_WIDTH = 16;

    private Ulid() {}

    /** Returns the ULID of a clock, truncated to milliseconds, and 80 random bits; rejects clocks before 1970. */
    public static String text(Instant clock, byte[] random) {
        return clockText(clock) + randomText(random);
    }

    /** Returns a new ULID; ULIDs of the same millisecond have no defined order. */
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
            throw new Rejected("key.ulid-random", "a ULID needs 10 random bytes; given " + random.length + " bytes");
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

    /** Returns the clock of a ULID, or empty for any other text; letters must be upper case. */
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
