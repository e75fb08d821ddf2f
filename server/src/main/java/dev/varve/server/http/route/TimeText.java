package dev.varve.server.http.route;

import dev.varve.error.Rejected;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times: {@code 2026-04-20T14:00:00Z}, {@code 2026-04-20}, epoch milliseconds, {@code -6h}, {@code now}. */
public final class TimeText {

    private static final Pattern RELATIVE = Pattern.compile("-([0-9]{1,9})(s|m|h|d|w|mo|y)");
    private static final Pattern EPOCH = Pattern.compile("-?[0-9]{1,15}");

    /** The years that keys can hold, 0001 to 9999. */
    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

    private TimeText() {}

    /** Returns the instant of a text, or refuses it with examples. */
    public static Instant parse(String text, Instant now) {
        try {
            Instant time = read(text, now);
            if (time.isBefore(FIRST) || !time.isBefore(END)) {
                throw new DateTimeException("keys cannot hold this year");
            }
            return time;
        } catch (DateTimeException | ArithmeticException e) {
            throw new Rejected(
                    "ask.time",
                    "\"%s\" is not a time; write 2026-04-20T14:00:00Z, 2026-04-20, milliseconds since 1970, now, or -6h for six hours ago (s, m, h, d, w, mo, y)"
                            .formatted(text.length() <= 60 ? text : text.substring(0, 60) + "…"));
        }
    }

    private static Instant read(String text, Instant now) {
        Matcher relative = RELATIVE.matcher(text);
        if (text.equals("now")) {
            return now;
        }
        if (relative.matches()) {
            return now.minus(length(Long.parseLong(relative.group(1)), relative.group(2)));
        }
        if (EPOCH.matcher(text).matches()) {
            return Instant.ofEpochMilli(Long.parseLong(text));
        }
        return text.length() == 10
                ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                : OffsetDateTime.parse(text).toInstant();
    }

    /** Months and years have their average length, because -3mo is never meant to the minute. */
    private static Duration length(long number, String unit) {
        return switch (unit) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            case "w" -> Duration.ofDays(Math.multiplyExact(number, 7));
            case "mo" -> Duration.ofDays(Math.multiplyExact(number, 30));
            default -> Duration.ofDays(Math.multiplyExact(number, 365));
        };
    }
}
