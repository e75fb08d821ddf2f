package dev.varve.key.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.Draw;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.ZoneHistory;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BucketsTest {

    private static final int RUNS = 20_000;

    @Test
    void bucketsHaveNoGapsOrOverlaps() {
        Seeded.runs(RUNS, random -> {
            Grain grain = Draw.of(random, List.of(Grain.values()));
            ZoneHistory zone = Draw.zones(random);
            Buckets buckets = Buckets.of(grain, zone);
            long second = Draw.instant(random, zone).getEpochSecond();
            long start = buckets.floor(second);
            long end = buckets.next(second);
            String what = grain + " in " + zone + " at " + Instant.ofEpochSecond(second) + " is ["
                    + Instant.ofEpochSecond(start) + ", " + Instant.ofEpochSecond(end) + ")";
            assertThat(second).as(what).isGreaterThanOrEqualTo(start).isLessThan(end);
            long inside = start + random.nextLong(end - start);
            assertThat(buckets.floor(inside)).as(what).isEqualTo(start);
            assertThat(buckets.next(inside)).as(what).isEqualTo(end);
            assertThat(buckets.floor(start)).as(what).isEqualTo(start);
            if (end < ClockDomain.END_SECOND) {
                assertThat(buckets.floor(end)).as(what).isEqualTo(end);
            }
            if (start > ClockDomain.FIRST_SECOND) {
                assertThat(buckets.next(start - 1)).as(what).isEqualTo(start);
            }
        });
    }

    @Test
    void hoursNestInDaysAndDaysInMonthsAndYears() {
        Seeded.runs(RUNS, random -> {
            ZoneHistory zone = Draw.zones(random);
            long second = Draw.instant(random, zone).getEpochSecond();
            List<Grain> grains = List.of(Grain.HOUR, Grain.DAY, Grain.MONTH, Grain.YEAR);
            for (int i = 1; i < grains.size(); i++) {
                Buckets inner = Buckets.of(grains.get(i - 1), zone);
                Buckets outer = Buckets.of(grains.get(i), zone);
                assertThat(inner.floor(second))
                        .as("%s in %s at %s", grains.get(i), zone, Instant.ofEpochSecond(second))
                        .isGreaterThanOrEqualTo(outer.floor(second));
                assertThat(inner.next(second)).isLessThanOrEqualTo(outer.next(second));
            }
        });
    }

    @Test
    void bucketNamesAreUniqueAcrossZoneChanges() {
        Seeded.runs(RUNS, random -> {
            ZoneHistory zones = Draw.zones(random);
            for (Grain grain : List.of(Grain.DAY, Grain.MONTH, Grain.YEAR)) {
                Buckets buckets = Buckets.of(grain, zones);
                long second = Draw.instant(random, zones).getEpochSecond();
                long end = buckets.next(second);
                long name = buckets.firstDay(second);
                assertThat(buckets.start(name)).as("%s of %s", grain, zones).isEqualTo(buckets.floor(second));
                if (end < ClockDomain.END_SECOND) {
                    assertThat(buckets.firstDay(end))
                            .as("%s of %s", grain, zones)
                            .isGreaterThan(name);
                }
            }
        });
    }

    @Test
    void dayOfAWestwardZoneChangeLastsUntilTheNextDayOfTheNewZone() {
        ZoneHistory zones = ZoneHistory.parse("Europe/Berlin; America/New_York since 2026-05-01T04:00:00Z");
        assertThat(starts(Grain.DAY, zones, "2026-04-30T12:00:00Z", "2026-05-03T00:00:00Z"))
                .containsExactly("2026-04-29T22:00:00Z", "2026-04-30T22:00:00Z", "2026-05-02T04:00:00Z");
        assertThat(starts(Grain.MONTH, zones, "2026-04-30T12:00:00Z", "2026-06-02T00:00:00Z"))
                .containsExactly("2026-03-31T22:00:00Z", "2026-04-30T22:00:00Z", "2026-06-01T04:00:00Z");
    }

    @Test
    void dayOfAnEastwardZoneChangeEndsWithTheChange() {
        ZoneHistory zones = ZoneHistory.parse("America/New_York; Asia/Kolkata since 2026-05-01T18:30:00Z");
        assertThat(starts(Grain.DAY, zones, "2026-05-01T12:00:00Z", "2026-05-03T00:00:00Z"))
                .containsExactly("2026-05-01T04:00:00Z", "2026-05-01T18:30:00Z", "2026-05-02T18:30:00Z");
        assertThat(starts(Grain.HOUR, zones, "2026-05-01T17:30:00Z", "2026-05-01T20:00:00Z"))
                .containsExactly(
                        "2026-05-01T17:00:00Z", "2026-05-01T18:00:00Z", "2026-05-01T18:30:00Z", "2026-05-01T19:30:00Z");
    }

    @Test
    void daysStartWhereTheJdkStartsThem() {
        Seeded.runs(RUNS, random -> {
            ZoneId zone = Draw.of(random, Draw.ZONES);
            LocalDate date = LocalDate.ofEpochDay(random.nextLong(-50_000, 30_000));
            long start = date.atStartOfDay(zone).toEpochSecond();
            assertThat(Buckets.of(Grain.DAY, zone).floor(start))
                    .as("%s in %s", date, zone)
                    .isEqualTo(start);
        });
    }

    @Test
    void hoursOfAHalfHourZoneBeginAtHalfPast() {
        assertThat(starts(Grain.HOUR, "Asia/Kolkata", "2026-04-20T13:45:00Z", "2026-04-20T15:45:00Z"))
                .containsExactly("2026-04-20T13:30:00Z", "2026-04-20T14:30:00Z", "2026-04-20T15:30:00Z");
    }

    @Test
    void daysHave23And25HoursWhenClocksChange() {
        assertThat(lengthOfDay("Europe/Berlin", "2024-03-31T12:00:00Z")).hasHours(23);
        assertThat(lengthOfDay("Europe/Berlin", "2024-10-27T12:00:00Z")).hasHours(25);
        assertThat(starts(Grain.HOUR, "Europe/Berlin", "2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z"))
                .hasSize(25);
    }

    @Test
    void aDayMayStartAtOneInTheMorning() {
        assertThat(starts(Grain.DAY, "America/Sao_Paulo", "2018-11-04T02:59:59Z", "2018-11-04T03:00:01Z"))
                .containsExactly("2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z");
        assertThat(lengthOfDay("America/Sao_Paulo", "2018-11-04T12:00:00Z")).hasHours(23);
    }

    @Test
    void clockSetBackOverMidnightDoesNotRepeatTheDay() {
        // St John's went back from 00:01 to 23:01 of the day before.
        assertThat(starts(Grain.DAY, "America/St_Johns", "2010-11-07T02:00:00Z", "2010-11-08T04:00:00Z"))
                .containsExactly("2010-11-06T02:30:00Z", "2010-11-07T02:30:00Z", "2010-11-08T03:30:00Z");
    }

    @Test
    void aSkippedDayHasNoBucket() {
        var days = Layout.series("at")
                .zone(ZoneId.of("Pacific/Apia"))
                .keys("P", "{at:day}")
                .build();
        assertThat(days.write(Parts.none(), Instant.parse("2011-12-30T09:59:59Z"))
                        .sort())
                .hasToString("2011-12-29");
        assertThat(days.write(Parts.none(), Instant.parse("2011-12-30T10:00:00Z"))
                        .sort())
                .hasToString("2011-12-31");
        Refusals.assertRejected("key.mismatch", () -> days.parse(LayoutKey.of("P", "2011-12-30")));
        assertThat(starts(Grain.DAY, "Pacific/Apia", "2011-12-29T12:00:00Z", "2011-12-31T12:00:00Z"))
                .containsExactly("2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z");
    }

    @Test
    void aChangeByHalfAnHourSplitsTheHour() {
        assertThat(starts(Grain.HOUR, "Australia/Lord_Howe", "2024-10-05T14:45:00Z", "2024-10-05T16:30:00Z"))
                .containsExactly("2024-10-05T14:30:00Z", "2024-10-05T15:30:00Z", "2024-10-05T16:00:00Z");
        assertThat(starts(Grain.HOUR, "Australia/Lord_Howe", "2024-04-06T14:45:00Z", "2024-04-06T16:00:00Z"))
                .containsExactly("2024-04-06T14:00:00Z", "2024-04-06T15:00:00Z", "2024-04-06T15:30:00Z");
    }

    @Test
    void limitsOfTheDomainBelongToTheFirstAndLastDates() {
        var west = Layout.series("at")
                .zone(ZoneId.of("-12:00"))
                .keys("P", "{at:day}")
                .build();
        assertThat(west.write(Parts.none(), ClockDomain.FIRST).sort()).hasToString("0001-01-01");
        assertThat(west.floor(ClockDomain.FIRST.plusSeconds(5))).isEqualTo(ClockDomain.FIRST);
        var east = Layout.series("at")
                .zone(ZoneId.of("+14:00"))
                .keys("P", "{at:year}")
                .build();
        assertThat(east.write(Parts.none(), ClockDomain.END.minusNanos(1)).sort())
                .hasToString("9999");
    }

    private static Duration lengthOfDay(String zone, String instant) {
        Buckets days = Buckets.of(Grain.DAY, ZoneId.of(zone));
        long second = Instant.parse(instant).getEpochSecond();
        return Duration.ofSeconds(days.next(second) - days.floor(second));
    }

    private static List<String> starts(Grain grain, String zones, String from, String to) {
        return starts(grain, ZoneHistory.parse(zones), from, to);
    }

    private static List<String> starts(Grain grain, ZoneHistory zones, String from, String to) {
        Buckets buckets = Buckets.of(grain, zones);
        List<String> starts = new ArrayList<>();
        long end = Instant.parse(to).getEpochSecond();
        for (long s = Instant.parse(from).getEpochSecond(); s < end; s = buckets.next(s)) {
            starts.add(ClockText.show(Instant.ofEpochSecond(buckets.floor(s))));
        }
        return starts;
    }
}
