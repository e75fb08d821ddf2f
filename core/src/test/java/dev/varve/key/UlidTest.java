package dev.varve.key;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.text.ClockDomain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** ULIDs, and keys that write the clock as a ULID. */
class UlidTest {

    private static final int RUNS = 1_000;
    private static final byte[] ZEROS = new byte[Ulid.RANDOM_BYTES];

    private static final List<String> PARTITIONS =
            List.of("{id}", "SITE#{id}", "{id}#{at:day}", "{id}#{at:month}#{shard:3}");
    private static final List<String> SORTS =
            List.of("{at:ulid}", "SESSION#{at:ulid}{event}", "S#{stream}#{at:ulid}", "{at:ulid}#{event}#end");

    private static Instant clock(RandomGenerator random) {
        Instant clock = Draw.instant(random);
        return clock.isBefore(Instant.EPOCH) ? Instant.EPOCH.plusMillis(random.nextInt(10_000)) : clock;
    }

    private static SeriesLayout sessions() {
        return Layout.series("startedAt")
                .keys("SITE#{siteId}", "SESSION#{startedAt:ulid}{random}")
                .build();
    }

    @Test
    void textsAreThoseOfTheSpecification() {
        // The example of the ULID specification's time: 1469918176385.
        assertThat(Ulid.clockText(Instant.ofEpochMilli(1_469_918_176_385L))).isEqualTo("01ARYZ6S41");
        assertThat(Ulid.text(Instant.EPOCH, ZEROS)).isEqualTo("0".repeat(26));
        byte[] ones = new byte[Ulid.RANDOM_BYTES];
        Arrays.fill(ones, (byte) -1);
        assertThat(Ulid.randomText(ones)).isEqualTo("Z".repeat(16));
        assertThat(Ulid.clockText(ClockDomain.END.minusMillis(1))).isEqualTo("76EZ91ZPZZ");
    }

    @Test
    void clockOfAUlidIsReadBackAndSorts() {
        Seeded.runs(RUNS, random -> {
            Instant a = Tick.MILLIS.floor(clock(random));
            Instant b = Tick.MILLIS.floor(
                    random.nextBoolean() || a.equals(Instant.EPOCH) ? clock(random) : a.minusMillis(1));
            String text = Ulid.next(a, random);
            assertThat(Ulid.clockOf(text)).contains(a);
            assertThat(text).hasSize(26).matches("[0-7][0-9A-HJKMNP-TV-Z]{25}");
            assertThat(Integer.signum(Ulid.clockText(a).compareTo(Ulid.clockText(b))))
                    .as("%s and %s", a, b)
                    .isEqualTo(Integer.signum(a.compareTo(b)));
        });
    }

    @Test
    void anInvalidUlidHasNoClock() {
        for (String text : List.of(
                "",
                "01ARYZ6S41",
                "01ARYZ6S41TSV4RRFFQ69G5FAVX",
                "01aryz6s41TSV4RRFFQ69G5FAV",
                "01ARYZ6S4UTSV4RRFFQ69G5FAV",
                "01ARYZ6S41TSV4RRFFQ69G5FA!",
                "ZZZZZZZZZZTSV4RRFFQ69G5FAV",
                "7ZZZZZZZZZTSV4RRFFQ69G5FAV")) {
            assertThat(Ulid.clockOf(text)).as(text).isEmpty();
        }
        assertThat(Ulid.clockOf("01ARYZ6S41TSV4RRFFQ69G5FAV")).contains(Instant.ofEpochMilli(1_469_918_176_385L));
        assertRejected(
                "key.ulid-random", "a ULID needs 10 random bytes; given 9 bytes", () -> Ulid.randomText(new byte[9]));
    }

    @Test
    void keyIsTheUlidOfItsClock() {
        Instant started = Instant.parse("2024-04-23T10:00:00.123Z");
        String id = Ulid.text(started, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        Parts parts = Parts.of("siteId", "blog", "random", id.substring(10));
        LayoutKey key = sessions().write(parts, started.plusNanos(999_999));
        assertThat(key).isEqualTo(LayoutKey.of("SITE#blog", "SESSION#" + id));
        assertThat(sessions().parse(key)).isEqualTo(new ParsedKey(parts, started));
        assertThat(sessions().identity()).containsExactly("siteId");
        assertThat(sessions().keepsExactClock()).isTrue();
        assertThat(sessions().describe()).contains("SESSION#01KPNK1QR0").contains("event parts [random]");
    }

    @Test
    void anyEventIsReadBackAndFoundInItsRanges() {
        Seeded.runs(RUNS, random -> {
            SeriesLayout layout = Layout.series("at")
                    .zones(Draw.zones(random))
                    .keys(Draw.of(random, PARTITIONS), Draw.of(random, SORTS))
                    .build();
            Parts parts = Parts.none();
            for (String name : layout.parts()) {
                parts = parts.with(name, Draw.id(random));
            }
            Instant clock = clock(random);
            assertThat(layout.parse(layout.write(parts, clock))).isEqualTo(new ParsedKey(parts, layout.floor(clock)));
            Duration reach = layout.bucket().isEmpty() || random.nextBoolean()
                    ? Duration.ofHours(random.nextInt(1, 48))
                    : Duration.ofDays(20);
            // No event may be before 1970.
            Instant middle = clock.isBefore(Instant.EPOCH.plus(reach)) ? Instant.EPOCH.plus(reach) : clock;
            PlanOracleTest.checkReads(random, layout, middle, reach);
        });
    }

    @Test
    void clocksBefore1970AreRejectedAndRangesStartIn1970() {
        Instant before = Instant.parse("1969-12-31T23:59:59.999Z");
        Parts parts = Parts.of("siteId", "blog", "random", "x");
        assertRejected(
                "key.ulid-before-1970",
                "clock 1969-12-31T23:59:59.999000000Z is before 1970, the earliest time of a ULID. Write {at} in the"
                        + " template for earlier clocks. Is the unit right: seconds, milliseconds?",
                () -> sessions().write(parts, before));
        var table = new NaiveTable<Instant>();
        table.put(sessions().write(parts, Instant.EPOCH), Instant.EPOCH);
        assertThat(read(table, "1960-01-01T00:00:00Z", "1970-01-01T00:00:00.001Z"))
                .containsExactly(Instant.EPOCH);
        assertThat(read(table, "1960-01-01T00:00:00Z", "1970-01-01T00:00:00Z")).isEmpty();
        assertThat(read(table, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")).containsExactly(Instant.EPOCH);
    }

    private static List<Instant> read(NaiveTable<Instant> table, String from, String to) {
        List<Instant> found = new ArrayList<>();
        sessions()
                .plan(Parts.of("siteId", "blog"), TimeRange.of(Instant.parse(from), Instant.parse(to)))
                .forEach(step -> found.addAll(table.query(step)));
        return found;
    }

    @Test
    void otherTicksAreRejected() {
        for (Tick tick : List.of(Tick.SECONDS, Tick.NANOS)) {
            assertRejected(
                    "key.ulid-tick",
                    "template \"{at:ulid}\" holds the clock as a ULID does, in milliseconds, at a tick of " + tick
                            + ". Choose the tick MILLIS, or write {at}",
                    () -> Layout.series("at")
                            .tick(tick)
                            .keys("{id}", "{at:ulid}")
                            .build());
        }
    }

    @Test
    void keysOfOthersAreNotParsed() {
        for (String sort : List.of(
                "SESSION#01KPNK1QR0",
                "SESSION#01kpnk1qr0x",
                "SESSION#01KPNK1QRUx",
                "SESSION#ZZZZZZZZZZx",
                "SESSION#7ZZZZZZZZZx",
                "SESSION#LATEST",
                "SESSION#2026-04-20T14:00:00.000Z")) {
            assertThat(sessions().match(LayoutKey.of("SITE#blog", sort)))
                    .as(sort)
                    .isEmpty();
        }
        assertRejected(
                "key.mismatch",
                "key SITE#blog / SESSION#LATEST was not written by \"SITE#{siteId}\" /"
                        + " \"SESSION#{startedAt:ulid}{random}\": \"SESSION#LATEST\" does not have a clock like 01KPNK1QR0"
                        + " at index 8. Does it belong to another entity or layout?",
                () -> sessions().parse(LayoutKey.of("SITE#blog", "SESSION#LATEST")));
    }

    @Test
    void possibleCollisionsAreDetected() {
        assertThat(sessions().mayReturn(Layout.entity("SITE#{siteId}", "SESSION#LATEST")))
                .isFalse();
        assertThat(sessions().mayCollide(Layout.entity("SITE#{siteId}", "SESSION#{id}")))
                .isTrue();
        assertThat(sessions().mayCollide(Layout.entity("SITE#{siteId}", "SESSION#01KPNK1QRUx")))
                .isFalse();
        assertThat(sessions().mayCollide(Layout.entity("SITE#{siteId}", "SESSION#01KPNK1QR0x")))
                .isTrue();
    }
}
