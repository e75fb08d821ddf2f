package dev.varve.analytics.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LocalDaysTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LocalDate SPRING = LocalDate.of(2026, 3, 29);

    @Test
    void dayOnWhichClocksGoForwardHas23Hours() {
        LocalDays day = LocalDays.of(SPRING, SPRING.plusDays(1), BERLIN);
        assertThat(day.range().from()).isEqualTo(Instant.parse("2026-03-28T23:00:00Z"));
        assertThat(Duration.between(day.range().from(), day.range().to())).isEqualTo(Duration.ofHours(23));
        assertThat(day.starts(Grain.HOUR)).hasSize(23);
    }

    @Test
    void dayOnWhichClocksGoBackHas25Hours() {
        LocalDate autumn = LocalDate.of(2026, 10, 25);
        assertThat(LocalDays.of(autumn, autumn.plusDays(1), BERLIN).starts(Grain.HOUR))
                .hasSize(25);
    }

    @Test
    void hoursOfAHalfHourZoneBeginAtItsLocalHours() {
        List<Instant> hours = LocalDays.of(SPRING, SPRING.plusDays(1), ZoneId.of("Asia/Kolkata"))
                .starts(Grain.HOUR);
        assertThat(hours).hasSize(24);
        assertThat(hours.get(1)).isEqualTo(Instant.parse("2026-03-28T19:30:00Z"));
    }

    @Test
    void repeatedHalfHourIsItsOwnBucket() {
        LocalDate autumn = LocalDate.of(2026, 4, 5);
        List<Instant> hours = LocalDays.of(autumn, autumn.plusDays(1), ZoneId.of("Australia/Lord_Howe"))
                .starts(Grain.HOUR);
        // Clocks go back from 2:00 to 1:30: the last half hour before 2:00 is repeated.
        assertThat(hours).hasSize(25);
        assertThat(Duration.between(hours.get(2), hours.get(3))).isEqualTo(Duration.ofMinutes(30));
    }

    @Test
    void dayThatTheZoneSkippedIsNotListed() {
        LocalDays samoa = LocalDays.of(LocalDate.of(2011, 12, 29), LocalDate.of(2012, 1, 1), ZoneId.of("Pacific/Apia"));
        assertThat(samoa.starts(Grain.DAY)).hasSize(2);
        assertThat(samoa.starts(Grain.HOUR)).hasSize(48);
    }

    @Test
    void minutesOfADayAreListed() {
        assertThat(LocalDays.of(SPRING, SPRING.plusDays(1), BERLIN).starts(Grain.MINUTE))
                .hasSize(23 * 60);
    }

    @Test
    void firstAndLastMonthMayBePartial() {
        LocalDays days = LocalDays.of(LocalDate.of(2026, 1, 20), LocalDate.of(2026, 3, 5), ZoneId.of("UTC"));
        assertThat(days.starts(Grain.MONTH))
                .containsExactly(
                        Instant.parse("2026-01-20T00:00:00Z"),
                        Instant.parse("2026-02-01T00:00:00Z"),
                        Instant.parse("2026-03-01T00:00:00Z"));
    }

    @Test
    void lastDaysIncludeToday() {
        LocalDays week = LocalDays.last(7, Instant.parse("2026-03-29T22:30:00Z"), BERLIN);
        assertThat(week).isEqualTo(LocalDays.of(LocalDate.of(2026, 3, 24), LocalDate.of(2026, 3, 31), BERLIN));
        assertThat(week.previous().to()).isEqualTo(week.from());
        assertThat(week.previous().days()).isEqualTo(7);
    }

    @Test
    void februaryIsComparedWithFebruary() {
        LocalDays leap = LocalDays.of(LocalDate.of(2024, 2, 1), LocalDate.of(2024, 3, 1), BERLIN);
        assertThat(leap.yearBefore())
                .isEqualTo(LocalDays.of(LocalDate.of(2023, 2, 1), LocalDate.of(2023, 3, 1), BERLIN));
    }

    @Test
    void yearBeforeHasTheSameDatesDespiteLeapYears() {
        for (LocalDate day = LocalDate.of(2023, 1, 1); day.getYear() < 2030; day = day.plusDays(1)) {
            assertSameDatesOfTheYearBefore(LocalDays.of(day, day.plusDays(1), BERLIN));
            assertSameDatesOfTheYearBefore(LocalDays.of(day.minusDays(6), day.plusDays(1), BERLIN));
            assertSameDatesOfTheYearBefore(LocalDays.of(day.minusDays(29), day.plusDays(1), BERLIN));
            LocalDate month = day.withDayOfMonth(1);
            assertSameDatesOfTheYearBefore(LocalDays.of(month, month.plusMonths(1), BERLIN));
            LocalDate year = day.withDayOfYear(1);
            assertSameDatesOfTheYearBefore(LocalDays.of(year, year.plusYears(1), BERLIN));
        }
    }

    /** Compares with a computation day by day. */
    private static void assertSameDatesOfTheYearBefore(LocalDays days) {
        Set<LocalDate> expected = new TreeSet<>();
        for (LocalDate day = days.from(); day.isBefore(days.to()); day = day.plusDays(1)) {
            boolean isLeapDay = day.getMonthValue() == 2 && day.getDayOfMonth() == 29;
            expected.add(LocalDate.of(day.getYear() - 1, day.getMonthValue(), isLeapDay ? 28 : day.getDayOfMonth()));
        }
        LocalDate leapDay = LocalDate.of(2024, 2, 29);
        LocalDate nextLeapDay = LocalDate.of(2028, 2, 29);
        LocalDays before = days.yearBefore();
        for (LocalDate leap : List.of(leapDay, nextLeapDay)) {
            // The later year does not have this date; it is included if it lies inside the range.
            if (before.from().isBefore(leap) && before.to().isAfter(leap.plusDays(1))) {
                expected.add(leap);
            }
        }
        assertThat(before.from().datesUntil(before.to())).as(days.toString()).containsExactlyElementsOf(expected);
    }

    @Test
    void weekThatEndsBeforeALeapDayIsComparedWithSevenDays() {
        LocalDays week = LocalDays.of(LocalDate.of(2024, 2, 22), LocalDate.of(2024, 2, 29), BERLIN);
        assertThat(week.yearBefore())
                .isEqualTo(LocalDays.of(LocalDate.of(2023, 2, 22), LocalDate.of(2023, 3, 1), BERLIN));
        LocalDays leapDay = LocalDays.of(LocalDate.of(2024, 2, 29), LocalDate.of(2024, 3, 1), BERLIN);
        assertThat(leapDay.yearBefore())
                .isEqualTo(LocalDays.of(LocalDate.of(2023, 2, 28), LocalDate.of(2023, 3, 1), BERLIN));
    }

    @Test
    void grainGrowsWithTheNumberOfDays() {
        LocalDate day = LocalDate.of(2026, 4, 1);
        assertThat(LocalDays.of(day, day.plusDays(1), BERLIN).grain()).isEqualTo(Grain.HOUR);
        assertThat(LocalDays.of(day, day.plusDays(30), BERLIN).grain()).isEqualTo(Grain.DAY);
        assertThat(LocalDays.of(day, day.plusDays(365), BERLIN).grain()).isEqualTo(Grain.MONTH);
    }

    @Test
    void emptyAndTooLongRangesAreRefused() {
        assertThatThrownBy(() -> LocalDays.of(SPRING, SPRING, BERLIN))
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "[2026-03-29, 2026-03-29) has 0 days; give 1 to 3660, and note that the second date is excluded");
        LocalDays years = LocalDays.of(SPRING, SPRING.plusYears(2), BERLIN);
        assertThatThrownBy(() -> years.starts(Grain.HOUR))
                .isInstanceOf(Rejected.class)
                .hasMessage("731 days by the hour are too many points; the limit is 9000. Use a coarser grain");
        assertThatThrownBy(() -> years.starts(Grain.YEAR))
                .isInstanceOf(Rejected.class)
                .hasMessage("the grain of points is year; use minute, hour, day or month");
    }
}
