package dev.varve.item.internal;

import dev.varve.key.Tick;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The text of an instant in an attribute: the same text as in a key, with its own error messages. */
final class InstantText {

    private static final long FIRST_SECOND = -62_135_596_800L;
    private static final long END_SECOND = 253_402_300_800L;
    private static final int SECONDS_WIDTH = 20;
    private static final int MILLIS_WIDTH = 24;

    private InstantText() {}

    static String write(Instant instant, Tick tick) {
        long second = instant.getEpochSecond();
        if (second < FIRST_SECOND || second >= END_SECOND) {
            throw outOfRange(instant);
        }
        return tick.text(instant);
    }

    /** Returns the instant of a text at any tick. */
    static Instant read(String text) {
        Tick tick = text.length() == SECONDS_WIDTH
                ? Tick.SECONDS
                : text.length() == MILLIS_WIDTH ? Tick.MILLIS : Tick.NANOS;
        Optional<Instant> instant = tick.parse(text);
        if (instant.isEmpty()) {
            throw new MappingError(
                    "record.text",
                    "TEXT \"%s\" is not the text of an Instant, such as 2026-04-20T14:00:00.000Z"
                            .formatted(MappingError.cut(text)));
        }
        return instant.get();
    }

    static MappingError outOfRange(Instant instant) {
        return new MappingError(
                "record.instant-range",
                "instant %s is outside the years 0001 to 9999. Is the unit right?".formatted(show(instant)));
    }

    /** Returns the ISO text of an instant, for messages. */
    static String show(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant);
    }
}
