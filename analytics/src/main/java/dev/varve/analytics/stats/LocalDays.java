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
 * The days {@code [from, to)} of a site's calendar: {@code from} belongs to them, {@code to} does not.
 *
 * @param zone whose days they are: one may have 23 or 25 hours
 */
public record LocalDays(LocalDate from, LocalDate to, ZoneId zone) {

    /** Ten years; no row is asked for one by one beyond that. */
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
                    "days [%s, %s) are %s; from 1 to %s can be asked for, and the last one named is not among them"
                            .formatted(from, to, days, MAX_DAYS));
        }
    }

    public static LocalDays of(LocalDate from, LocalDate to, ZoneId zone) {
        return new LocalDays(from, to, zone);
    }

    /** Returns the last so many days, the one of this instant included. */
    public static LocalDays last(int days, Instant now, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return new LocalDays(today.minusDays(days - 1L), today.plusDays(1), zone);
    }

    /** Returns how many days there are. */
    public int days() {
        return Math.toIntExact(ChronoUnit.DAYS.between(from, to));
    }

    /** Returns the instants of these days. */
    public TimeRange range() {
        return TimeRange.of(start(from), start(to));
    }

    /** Returns as many days before these, up to the first of them. */
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

    /** Returns the length of time that suits these days on a chart: hours, days or months. */
    public Grain grain() {
        return days() <= DAYS_BY_HOUR ? Grain.HOUR : days() <= DAYS_BY_DAY ? Grain.DAY : Grain.MONTH;
    }

    /**
     * Returns the starts of the minutes, hours, days or months that these days consist of, in order. The first and the last month
     * may be cut off; where clocks change within an hour, each part of it counts as one. A day that the zone left out
     * is not there.
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
                        "points of a %s are asked for; they are of a minute, an hour, a day or a month"
                                .formatted(grain.word()));
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
                    "%s days are asked for by the %s; up to %s points can be. Ask for longer ones"
                            .formatted(days(), aDay == 24 ? "hour" : "minute", MAX_POINTS));
        }
        List<Instant> starts = new ArrayList<>();
        TimeRange range = range();
        for (Instant point = range.from(); point.isBefore(range.to()); point = next.apply(point)) {
            starts.add(point);
        }
        return starts;
    }

    /** Hours begin when the clock shows a full one, and when it is changed. */
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
