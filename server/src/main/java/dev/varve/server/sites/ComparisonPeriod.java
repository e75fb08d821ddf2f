package dev.varve.server.sites;

import dev.varve.analytics.stats.LocalDays;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The period that some days are compared with. */
enum ComparisonPeriod {
    /** The same number of days before; for whole months the same number of months. */
    PREVIOUS,
    /** The same dates a year before, as in {@link LocalDays#yearBefore}. */
    YEAR,
    NONE;

    /** Returns the days to compare with, or empty if there is no comparison. */
    Optional<LocalDays> before(LocalDays days) {
        if (this == NONE) {
            return Optional.empty();
        }
        if (this == YEAR) {
            return Optional.of(days.yearBefore());
        }
        java.time.Period back = back(days);
        return Optional.of(LocalDays.of(days.from().minus(back), days.to().minus(back), days.zone()));
    }

    /** Returns the instant in the earlier days that corresponds to an instant of these days. */
    Instant moved(Instant instant, LocalDays days) {
        return ZonedDateTime.ofInstant(instant, days.zone()).minus(back(days)).toInstant();
    }

    private java.time.Period back(LocalDays days) {
        if (this == YEAR) {
            return java.time.Period.ofYears(1);
        }
        boolean isOfMonths = days.from().getDayOfMonth() == 1 && days.to().getDayOfMonth() == 1;
        return isOfMonths
                ? java.time.Period.ofMonths(Math.toIntExact(ChronoUnit.MONTHS.between(days.from(), days.to())))
                : java.time.Period.ofDays(days.days());
    }
}
