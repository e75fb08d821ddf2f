package dev.varve.analytics;

import dev.varve.core.Rejected;
import java.time.Instant;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The ids of hits: ULIDs, whose time is the clock of the hit. */
record HitId(String text, Instant at) {

    /** Crockford's digits: no I, L, O and U. */
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private static final int TIME_DIGITS = 10;
    private static final int LENGTH = 26;

    /** Reads the id that a client gave a hit. */
    static HitId parse(String given) {
        String text = given.toUpperCase(Locale.ROOT);
        long millis = 0;
        boolean isUlid = text.length() == LENGTH && text.charAt(0) <= '7';
        for (int i = 0; isUlid && i < LENGTH; i++) {
            int digit = DIGITS.indexOf(text.charAt(i));
            isUlid = digit >= 0;
            millis = i < TIME_DIGITS ? millis << 5 | digit : millis;
        }
        if (!isUlid) {
            throw new Rejected(
                    "hit.id",
                    "id \"%s\" is no ULID: send 26 digits of Crockford's base 32, the first ten of them the time, or none"
                            .formatted(given.length() > LENGTH ? given.substring(0, LENGTH) + "…" : given));
        }
        return new HitId(text, Instant.ofEpochMilli(millis));
    }

    /** Makes an id for a hit that came without. */
    static HitId next(Instant now, RandomGenerator random) {
        long millis = now.toEpochMilli();
        StringBuilder text = new StringBuilder(LENGTH);
        for (int digit = TIME_DIGITS - 1; digit >= 0; digit--) {
            text.append(DIGITS.charAt((int) (millis >>> (5 * digit)) & 31));
        }
        while (text.length() < LENGTH) {
            text.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return new HitId(text.toString(), Instant.ofEpochMilli(millis));
    }
}
