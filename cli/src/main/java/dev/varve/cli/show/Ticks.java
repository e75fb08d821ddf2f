package dev.varve.cli.show;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Chooses the marks of an axis so that their labels are round. */
final class Ticks {

    private static final List<Duration> STEPS = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(15),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(3),
            Duration.ofHours(6),
            Duration.ofHours(12),
            Duration.ofDays(1),
            Duration.ofDays(2),
            Duration.ofDays(7),
            Duration.ofDays(14),
            Duration.ofDays(28),
            Duration.ofDays(91),
            Duration.ofDays(364));

    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final DateTimeFormatter DAYS = DateTimeFormatter.ofPattern("MM-dd", Locale.ROOT);
    private static final DateTimeFormatter YEARS = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);

    private Ticks() {}

    /** Returns the distance for about this many marks: 1, 2 or 5 times a power of ten. */
    static BigDecimal step(double range, int marks) {
        double rough = range / Math.max(1, marks);
        int power = (int) Math.floor(Math.log10(rough));
        double mantissa = rough / Math.pow(10, power);
        int round = mantissa <= 1 ? 1 : mantissa <= 2 ? 2 : mantissa <= 5 ? 5 : 10;
        return BigDecimal.valueOf(round).scaleByPowerOfTen(power);
    }

    /** Returns the distance for at most this many marks in time. */
    static Duration step(Duration range, int marks) {
        for (Duration step : STEPS) {
            if (range.dividedBy(step) <= marks) {
                return step;
            }
        }
        return STEPS.get(STEPS.size() - 1);
    }

    static String label(Instant mark, Duration step) {
        ZonedDateTime time = mark.atZone(ZoneOffset.UTC);
        if (step.compareTo(Duration.ofDays(90)) > 0) {
            return YEARS.format(time);
        }
        if (step.compareTo(Duration.ofDays(1)) >= 0 || mark.getEpochSecond() % 86_400 == 0) {
            return DAYS.format(time);
        }
        return (step.compareTo(Duration.ofMinutes(1)) < 0 ? SECONDS : MINUTES).format(time);
    }
}
