package dev.varve.analytics;

import dev.varve.analytics.enrich.Texts;
import dev.varve.core.Rejected;
import dev.varve.core.key.Ulid;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** The ids of hits: ULIDs, whose time is the clock of the hit. */
record HitId(String text, Instant at) {

    private static final int SHOWN = 30;

    /** Reads the id that a client gave a hit, in letters of either case. */
    static HitId parse(String given) {
        String text = given.toUpperCase(Locale.ROOT);
        Instant at = Ulid.clockOf(text)
                .orElseThrow(() -> new Rejected(
                        "hit.id",
                        "id \"%s\" is no ULID: send 26 digits of Crockford's base 32, the first ten of them the time, or none"
                                .formatted(Texts.cut(Texts.clean(given), SHOWN))));
        return new HitId(text, at);
    }

    /** Makes an id for a hit that came without. */
    static HitId next(Instant now, RandomGenerator random) {
        return new HitId(Ulid.next(now, random), now.truncatedTo(ChronoUnit.MILLIS));
    }
}
