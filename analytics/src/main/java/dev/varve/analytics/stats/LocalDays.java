package dev.varve.analytics.stats;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The days {@code [from, to)} of a site's calendar.
 *
 * @param zone the time zone of the days, which may have 23 or 25 hours
 */
public record LocalDays(LocalDate from, LocalDate to, ZoneId zone) {

    /** Ten years. */
    static final int MAX_DAYS = 3_660;
    /** A year of hours. */
    static final int MAX_POINTS = 9_000;

    /** Up to two days are shown by the hour, up to a quarter by the day, longer ones by the month. */
    private static final int DAYS_BY_HOUR = 2;

    private static final int DAYS_BY_DAY = 92;
    private static final long MINUTE_SECONDS = 60;
    private static final long HOUR_SECONDS = 3_600;

    public LocalDays {
        long days = ChronoUnit.DAYS.between(from, to);
        if (days < 1 || days > MAX_DAYS) {
            throw new Rejected(
                    "stats.days",
                    "[%s, %s) has %s days; give 1 to %s, and note that the second date is excluded"
                            .formatted(from, to, days, MAX_DAYS));
        }
    }

    public static LocalDays of(LocalDate from, LocalDate to, ZoneId zone) {
        return new LocalDays(from, to, zone);
    }

    /** Returns this many days up to and including that of this instant. */
    public static LocalDays last(int days, Instant now, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return new LocalDays(today.minusDays(days - 1L), today.plusDays(1), zone);
    }

    /** Returns the number of days. */
    public int days() {
        return Math.toIntExact(ChronoUnit.DAYS.between(from, to));
    }

    /** Returns the instants of these days. */
    public TimeRange range() {
        return TimeRange.of(start(from), start(to));
    }

    /** Returns the same number of days immediately before these. */
    public LocalDays previous() {
        return new LocalDays(from.minusDays(days()), from, zone);
    }

    /**
     * Returns the days from the same date as the first to the same date as the last of these, a year before. A first or last
     * day that is the 29th of February becomes the 28th. So there is at least one day, and as many as here unless exactly
     * one of the two years has a 29th of February within them.
     */
    public LocalDays yearBefore() {
        LocalDate last = to.minusDays(1);
        return new LocalDays(from.minusYears(1), last.minusYears(1).plusDays(1), zone);
    }

    /** Returns the grain that suits a chart of these days: hours, days or months. */
    public Grain grain() {
        return days() <= DAYS_BY_HOUR ? Grain.HOUR : days() <= DAYS_BY_DAY ? Grain.DAY : Grain.MONTH;
    }

    /**
     * Returns the starts of the minutes, hours, days or months in these days, in order. The first and the last month may be
     * partial. If clocks change within an hour, each part of it counts as an hour. A day that the zone skipped is missing.
     */
    public List<Instant> starts(Grain grain) {
        return switch (grain) {
            case MINUTE -> clockPoints(minute -> minute.plusSeconds(MINUTE_SECONDS), 24 * 60);
            case HOUR -> clockPoints(this::nextHour, 24);
            case DAY -> dates(1, ChronoUnit.DAYS);
            case MONTH -> dates(1, ChronoUnit.MONTHS);
            default ->
                throw new Rejected(
                        "stats.grain",
                        "the grain of points is %s; use minute, hour, day or month".formatted(grain.word()));
        };
    }

    private List<Instant> dates(int step, ChronoUnit unit) {
        List<Instant> starts = new ArrayList<>();
        LocalDate date = from;
        while (date.isBefore(to)) {
            Instant start = start(date);
            LocalDate next = unit == ChronoUnit.MONTHS ? date.withDayOfMonth(1).plusMonths(step) : date.plusDays(step);
            if (start.isBefore(start(next))) {
                starts.add(start);
            }
            date = next;
        }
        return starts;
    }

    private List<Instant> clockPoints(UnaryOperator<Instant> next, int aDay) {
        if (days() * aDay > MAX_POINTS) {
            throw new Rejected(
                    "stats.points",
                    "%s days by the %s are too many points; the limit is %s. Use a coarser grain"
                            .formatted(days(), aDay == 24 ? "hour" : "minute", MAX_POINTS));
        }
        List<Instant> starts = new ArrayList<>();
        TimeRange range = range();
        for (Instant point = range.from(); point.isBefore(range.to()); point = next.apply(point)) {
            starts.add(point);
        }
        return starts;
    }

    /** Hours start at full hours of the local clock, and when the clock changes. */
    private Instant nextHour(Instant hour) {
        int offset = zone.getRules().getOffset(hour).getTotalSeconds();
        long passed = Math.floorMod(hour.getEpochSecond() + offset, HOUR_SECONDS);
        Instant next = Instant.ofEpochSecond(hour.getEpochSecond() - passed + HOUR_SECONDS);
        ZoneOffsetTransition change = zone.getRules().nextTransition(hour);
        return change != null && change.getInstant().isBefore(next) ? change.getInstant() : next;
    }

    private Instant start(LocalDate date) {
        return date.atStartOfDay(zone).toInstant();
    }
}
