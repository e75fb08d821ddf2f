package dev.varve.analytics.internal;

import dev.varve.analytics.enrich.UntrustedText;
import dev.varve.error.Rejected;
import dev.varve.key.Ulid;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The id of a hit: a ULID whose time is the clock of the hit. */
public record HitIds(String text, Instant at) {

    private static final int SHOWN = 30;

    /** Parses an id that a client sent, in upper or lower case. */
    public static HitIds parse(String given) {
        String text = given.toUpperCase(Locale.ROOT);
        Instant at = Ulid.clockOf(text)
                .orElseThrow(() -> new Rejected(
                        "hit.id",
                        "id \"%s\" is not a ULID: send 26 digits of Crockford's base 32, the first ten of them the time, or no id"
                                .formatted(UntrustedText.cut(UntrustedText.clean(given), SHOWN))));
        return new HitIds(text, at);
    }

    /** Returns a new id for a hit without one. */
    public static HitIds next(Instant now, RandomGenerator random) {
        return new HitIds(Ulid.next(now, random), now.truncatedTo(ChronoUnit.MILLIS));
    }
}
