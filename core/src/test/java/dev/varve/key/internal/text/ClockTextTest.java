package dev.varve.key.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.Draw;
import dev.varve.key.Grain;
import dev.varve.key.NaiveTable;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ClockTextTest {

    private static final int RUNS = 20_000;

    private static final Map<Tick, DateTimeFormatter> FORMATTERS = Map.of(
            Tick.SECONDS, formatter("uuuu-MM-dd'T'HH:mm:ss'Z'"),
            Tick.MILLIS, formatter("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'"),
            Tick.NANOS, formatter("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'"));

    private static final Map<String, DateTimeFormatter> BUCKETS = Map.of(
            "{at:minute}", formatter("uuuu-MM-dd'T'HH:mm"),
            "{at:minute:start}", formatter("uuuu-MM-dd'T'HH:mm:'00Z'"),
            "{at:hour}", formatter("uuuu-MM-dd'T'HH:'00:00Z'"),
            "{at:hour:start}", formatter("uuuu-MM-dd'T'HH:'00:00Z'"),
            "{at:hour:dashed}", formatter("uuuu-MM-dd-HH"),
            "{at:day}", formatter("uuuu-MM-dd"),
            "{at:day:start}", formatter("uuuu-MM-dd'T00:00:00Z'"),
            "{at:month}", formatter("uuuu-MM"),
            "{at:month:start}", formatter("uuuu-MM-'01T00:00:00Z'"),
            "{at:year}", formatter("uuuu"));

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    @Test
    void textsHaveTheDocumentedFormat() {
        Instant clock = Instant.parse("2024-01-15T10:30:45.25Z");
        assertThat(text("{at}", Tick.SECONDS, clock)).isEqualTo("2024-01-15T10:30:45Z");
        assertThat(text("{at}", Tick.MILLIS, clock)).isEqualTo("2024-01-15T10:30:45.250Z");
        assertThat(text("{at}", Tick.NANOS, clock)).isEqualTo("2024-01-15T10:30:45.250000000Z");
        assertThat(text("{at:minute}", Tick.MILLIS, clock)).isEqualTo("2024-01-15T10:30");
        assertThat(text("{at:hour}", Tick.MILLIS, clock)).isEqualTo("2024-01-15T10:00:00Z");
        assertThat(text("{at:hour:dashed}", Tick.MILLIS, clock)).isEqualTo("2024-01-15-10");
        assertThat(text("{at:day}", Tick.MILLIS, clock)).isEqualTo("2024-01-15");
        assertThat(text("{at:day:start}", Tick.MILLIS, clock)).isEqualTo("2024-01-15T00:00:00Z");
        assertThat(text("{at:month}", Tick.MILLIS, clock)).isEqualTo("2024-01");
        assertThat(text("{at:month:start}", Tick.MILLIS, clock)).isEqualTo("2024-01-01T00:00:00Z");
        assertThat(text("{at:year}", Tick.MILLIS, clock)).isEqualTo("2024");
        assertThat(text("{at:year:start}", Tick.MILLIS, clock)).isEqualTo("2024-01-01T00:00:00Z");
    }

    @Test
    void theFirstAndTheLastInstantHaveTexts() {
        assertThat(text("{at}", Tick.NANOS, ClockDomain.FIRST)).isEqualTo("0001-01-01T00:00:00.000000000Z");
        assertThat(text("{at}", Tick.NANOS, ClockDomain.END.minusNanos(1))).isEqualTo("9999-12-31T23:59:59.999999999Z");
    }

    @Test
    void zeroFractionsAreWritten() {
        String whole = text("{at}", Tick.MILLIS, Instant.parse("2026-04-20T14:00:00Z"));
        String quarter = text("{at}", Tick.MILLIS, Instant.parse("2026-04-20T14:00:00.250Z"));
        assertThat(whole).isEqualTo("2026-04-20T14:00:00.000Z").isLessThan(quarter);
    }

    @Test
    void textsOfATickSortAsInstantsDo() {
        Seeded.runs(RUNS, random -> {
            Tick tick = Draw.of(random, List.of(Tick.values()));
            Instant a = tick.floor(Draw.instant(random));
            Instant b = tick.floor(another(random, a));
            assertThat(Integer.signum(NaiveTable.UTF_8.compare(text("{at}", tick, a), text("{at}", tick, b))))
                    .as("%s and %s at %s", a, b, tick)
                    .isEqualTo(Integer.signum(a.compareTo(b)));
        });
    }

    @Test
    void textsOfBucketsSortByTimeInAnyZone() {
        List<String> forms = List.copyOf(BUCKETS.keySet());
        Seeded.runs(RUNS, random -> {
            var zone = Draw.zones(random);
            var layout = Layout.series("at")
                    .zones(zone)
                    .keys("P", Draw.of(random, forms))
                    .build();
            Instant a = Draw.instant(random);
            Instant b = another(random, a);
            String textOfA = layout.write(Parts.none(), a).sort().toString();
            String textOfB = layout.write(Parts.none(), b).sort().toString();
            if (textOfA.compareTo(textOfB) < 0) {
                assertThat(a).as("%s, %s < %s", zone, textOfA, textOfB).isBefore(b);
            } else if (textOfA.compareTo(textOfB) > 0) {
                assertThat(a).as("%s, %s > %s", zone, textOfA, textOfB).isAfter(b);
            } else {
                assertThat(layout.floor(a)).isEqualTo(layout.floor(b));
            }
        });
    }

    @Test
    void textsMatchTheFormatterOfTheJdk() {
        Seeded.runs(RUNS, random -> {
            Instant clock = Draw.instant(random);
            FORMATTERS.forEach(
                    (tick, formatter) -> assertThat(text("{at}", tick, clock)).isEqualTo(formatter.format(clock)));
            BUCKETS.forEach((form, formatter) ->
                    assertThat(text(form, Tick.MILLIS, clock)).isEqualTo(formatter.format(clock)));
        });
    }

    @Test
    void everyDayOfTheDomainIsWrittenAndReadBack() {
        for (long day = -719_162; day < 2_932_897; day++) {
            var out = new StringBuilder();
            CivilDate.append(out, day, Grain.DAY);
            if (CivilDate.read(out.toString(), 0, Grain.DAY) != day) {
                throw new AssertionError("day " + day + " is written as " + out);
            }
        }
    }

    @Test
    void invalidTimesAreNotRead() {
        var layout = Layout.series("at").keys("P", "{at}").build();
        for (String text : List.of(
                "2024-02-30T00:00:00.000Z",
                "2023-02-29T00:00:00.000Z",
                "1900-02-29T00:00:00.000Z",
                "0000-01-01T00:00:00.000Z",
                "2024-13-01T00:00:00.000Z",
                "2024-00-01T00:00:00.000Z",
                "2024-01-01T24:00:00.000Z",
                "2024-01-01T00:60:00.000Z",
                "2024-01-01T00:00:60.000Z",
                "2024-01-01T00:00:00Z",
                "2024-01-01T00:00:00.000",
                "2024-01-01T00:00:00.0000Z",
                "2024-01-01 00:00:00.000Z",
                "+024-01-01T00:00:00.000Z",
                "2024-01-01",
                "")) {
            Refusals.assertRejected("key.mismatch", () -> layout.parse(LayoutKey.of("P", text)));
        }
    }

    private static String text(String form, Tick tick, Instant clock) {
        return Layout.series("at")
                .tick(tick)
                .keys("P", form)
                .build()
                .write(Parts.none(), clock)
                .sort()
                .toString();
    }

    /** Returns an instant that is often close to another. */
    private static Instant another(RandomGenerator random, Instant instant) {
        return switch (random.nextInt(4)) {
            case 0 -> Draw.instant(random);
            case 1 -> Draw.near(random, instant, 90_000);
            case 2 -> instant;
            default -> {
                Instant next = instant.plusNanos(random.nextInt(3) == 0 ? 1 : 1_000_000);
                yield ClockDomain.contains(next) ? next : instant;
            }
        };
    }
}
