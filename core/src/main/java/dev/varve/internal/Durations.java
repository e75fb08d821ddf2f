package dev.varve.internal;

import dev.varve.error.Rejected;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks durations where they are declared, so that no later computation overflows. */
public final class Durations {

    /** The longest duration that can be declared, 10,000 years: any instant of a key plus this does not overflow. */
    public static final Duration MAX = Duration.ofDays(3_652_425);

    private Durations() {}

    /** Returns the duration; rejects null, a negative duration, and one longer than {@link #MAX}. */
    public static Duration check(String code, String what, @Nullable Duration duration) {
        if (duration == null || duration.isNegative() || duration.compareTo(MAX) > 0) {
            throw new Rejected(
                    code,
                    "%s is %s; it must be between 0 and %s days (10,000 years)"
                            .formatted(what, duration, MAX.toDays()));
        }
        return duration;
    }

    /** Returns the duration; rejects null, zero, a negative duration, and one longer than {@code max}. */
    public static Duration positive(String code, String what, @Nullable Duration duration, Duration max) {
        if (duration == null || duration.isZero() || duration.isNegative() || duration.compareTo(max) > 0) {
            throw new Rejected(
                    code, "%s is %s; it must be longer than 0 and at most %s".formatted(what, duration, text(max)));
        }
        return duration;
    }

    /**
     * Rejects zero and a negative duration; accepts null.
     *
     * @param subject the beginning of the message, up to the value: {@code keep is}
     * @param remedy the end of the message, or an empty text
     */
    public static void refuseZero(String code, String subject, @Nullable Duration duration, String remedy) {
        if (duration != null && (duration.isZero() || duration.isNegative())) {
            throw new Rejected(
                    code,
                    "%s %s; it must be longer than zero%s"
                            .formatted(subject, duration, remedy.isEmpty() ? "" : ". " + remedy));
        }
    }

    private static String text(Duration max) {
        long days = max.toDays();
        return days > 1 && max.equals(Duration.ofDays(days)) ? days + " days" : max.toString();
    }
}
