package dev.varve.testkit.sim;

import dev.varve.key.Grain;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** Computes the buckets of a zone with the JDK's calendar. */
record Calendar(ZoneId zone) {

    /** Returns the start of the bucket that contains a clock. */
    Instant start(Grain grain, Instant clock) {
        ZonedDateTime time = clock.atZone(zone);
        return switch (grain) {
            case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES).toInstant();
            case HOUR -> time.truncatedTo(ChronoUnit.HOURS).toInstant();
            case DAY -> first(time.toLocalDate());
            case MONTH -> first(time.toLocalDate().withDayOfMonth(1));
            case YEAR -> first(time.toLocalDate().withDayOfYear(1));
        };
    }

    /** Returns the end of the bucket that contains a clock, which is the start of the next. */
    Instant end(Grain grain, Instant clock) {
        ZonedDateTime start = start(grain, clock).atZone(zone);
        return switch (grain) {
            case MINUTE -> start.plusMinutes(1).toInstant();
            case HOUR -> start.plusHours(1).toInstant();
            case DAY -> first(start.toLocalDate().plusDays(1));
            case MONTH -> first(start.toLocalDate().plusMonths(1));
            case YEAR -> first(start.toLocalDate().plusYears(1));
        };
    }

    private Instant first(LocalDate date) {
        return date.atStartOfDay(zone).toInstant();
    }
}
