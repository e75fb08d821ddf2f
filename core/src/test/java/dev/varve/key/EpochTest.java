package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.error.Seeded;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.ParsedKey;
import dev.varve.key.internal.PartitionSlice;
import dev.varve.key.internal.RangeStep;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.SortBounds;
import dev.varve.key.internal.text.ClockDomain;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EpochTest {

    private static final int RUNS = 3_000;
    private static final Instant JULY = Instant.parse("2026-07-01T00:00:00Z");
    private static final Instant MID_MONTH = Instant.parse("2026-07-15T12:00:00Z");

    private static final List<String> PARTITIONS = List.of(
            "{id}",
            "{id}#{shard:2}",
            "{id}#{shard:3}",
            "{id}#{at:month}",
            "{id}#{at:month}#{shard:2}",
            "{id}#{at:day}",
            "{id}#{at:hour}",
            "{id}#{at:hour:dashed}");

    @Test
    void theClockChoosesTheEpoch() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{id}#{at:month}", "{at}")
                .since(MID_MONTH, "{id}#{at:day}#{shard:4}")
                .build();
        Parts id = Parts.of("id", "d");
        assertThat(layout.write(id, MID_MONTH.minusSeconds(1)))
                .isEqualTo(LayoutKey.of("d#2026-07", "2026-07-15T11:59:59Z"));
        LayoutKey later = layout.write(id, MID_MONTH);
        assertThat(later.partition()).startsWith("d#2026-07-15#");
        assertThat(layout.parse(later)).isEqualTo(new ParsedKey(id, MID_MONTH));
        assertThat(layout.changes()).containsExactly(MID_MONTH);
        assertThat(layout.shards()).isEqualTo(4);
        Refusals.assertRejected(
                "key.mismatch",
                "key d#2026-07 / 2026-07-15T12:00:00Z was not written by \"{id}#{at:day}#{shard:4}\" / \"{at}\": the"
                        + " template writes these values differently. Does it belong to another entity or layout?",
                () -> layout.parse(LayoutKey.of("d#2026-07", "2026-07-15T12:00:00Z")));
    }

    @Test
    void aPlanReadsEachEpochForItsOwnTime() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{id}#{shard:1}", "{at}")
                .since(MID_MONTH, "{id}#{shard:2}", "{at}")
                .build();
        assertThat(layout.plan(Parts.of("id", "d"), TimeRange.of(JULY, MID_MONTH.plusSeconds(2))))
                .flatExtracting(RangeStep::slices)
                .containsExactly(
                        new PartitionSlice(
                                0, "d#0", SortBounds.between("2026-07-01T00:00:00Z", "2026-07-15T11:59:59Z")),
                        new PartitionSlice(
                                0, "d#0", SortBounds.between("2026-07-15T12:00:00Z", "2026-07-15T12:00:01Z")),
                        new PartitionSlice(
                                1, "d#1", SortBounds.between("2026-07-15T12:00:00Z", "2026-07-15T12:00:01Z")));
        assertThat(layout.plan(Parts.of("id", "d"), TimeRange.of(JULY, MID_MONTH)))
                .as("a range that ends at the start of the epoch excludes it")
                .hasSize(1);
    }

    @Test
    void stepsReturnExactlyTheEventsOfTheRangeAcrossEpochs() {
        Seeded.runs(RUNS, random -> {
            Instant middle = Draw.instant(random);
            Duration reach = Draw.of(random, List.of(Duration.ofHours(2), Duration.ofDays(3)));
            SeriesLayout layout = layout(random, middle, reach);
            PlanOracleTest.checkReads(random, layout, middle, reach);
            Parts parts = Parts.of("id", Draw.id(random), "event", Draw.id(random));
            Instant clock = Draw.near(random, middle, reach.toSeconds());
            Parts expected = layout.parts().contains("event") ? parts : Parts.of("id", parts.text("id"));
            assertThat(layout.parse(layout.write(parts, clock)))
                    .as(layout.describe())
                    .isEqualTo(new ParsedKey(expected, clock));
        });
    }

    private static SeriesLayout layout(RandomGenerator random, Instant middle, Duration reach) {
        List<String> sorts = Draw.of(
                random, List.of(List.of("{at}"), List.of("R#{at}#{event}", "R#{at}~{event}", "T#{at}#{event}")));
        var builder = Layout.series("at")
                .tick(Draw.of(random, List.of(Tick.values())))
                .zone(Draw.of(random, Draw.ZONES))
                .keys(Draw.of(random, PARTITIONS), Draw.of(random, sorts));
        Instant since = middle.minus(reach);
        for (int i = random.nextInt(4); i > 0; i--) {
            since = Instant.ofEpochSecond(since.getEpochSecond() + random.nextLong(1, reach.toSeconds()));
            if (!ClockDomain.contains(since) || !since.isAfter(ClockDomain.FIRST)) {
                return builder.build();
            }
            switch (random.nextInt(3)) {
                case 0 -> builder.since(since, Draw.of(random, PARTITIONS));
                case 1 -> builder.since(since, Draw.of(random, Draw.ZONES));
                default -> builder.since(since, Draw.of(random, PARTITIONS), Draw.of(random, sorts));
            }
        }
        return builder.build();
    }

    @Test
    void epochsDoNotSplitBucketsOfRows() {
        var layout = Layout.series("at")
                .keys("{id}", "AGG#{at:day}")
                .since(JULY, "{id}#{at:year}")
                .build();
        assertThat(layout.plan(Parts.of("id", "d"), TimeRange.of(JULY.minusSeconds(86_400), JULY.plusSeconds(1))))
                .flatExtracting(RangeStep::slices)
                .containsExactly(
                        new PartitionSlice(0, "d", SortBounds.between("AGG#2026-06-30", "AGG#2026-06-30")),
                        new PartitionSlice(0, "d#2026", SortBounds.between("AGG#2026-07-01", "AGG#2026-07-01")));
        Refusals.assertRejected(
                "key.since-in-bucket",
                "epoch since 2026-07-15T12:00:00Z with \"{id}#{at:year}\" / \"AGG#{at:day}\" cannot follow: the"
                        + " instant is inside a row's bucket, or starts a bucket whose name the epoch before has"
                        + " already used. Choose the start of a bucket in both epochs, or declare the new rows as a"
                        + " layout of"
                        + " their own, under another literal",
                () -> Layout.series("at")
                        .keys("{id}", "AGG#{at:day}")
                        .since(MID_MONTH, "{id}#{at:year}")
                        .build());
    }

    @Test
    void aZoneChangeMayNotRepeatTheNameOfARow() {
        // Both zones have midnight at the same instant, but in the second zone the new day has the date that just
        // ended.
        Instant midnight = Instant.parse("2026-07-01T11:00:00Z");
        Refusals.assertRejected(
                "key.since-in-bucket",
                () -> Layout.series("at")
                        .zone(ZoneId.of("Pacific/Apia"))
                        .keys("{id}", "{at:day}")
                        .since(midnight, ZoneId.of("Pacific/Pago_Pago"))
                        .build());
        assertThat(Layout.series("at")
                        .zone(ZoneId.of("Pacific/Pago_Pago"))
                        .keys("{id}", "{at:day}")
                        .since(midnight, ZoneId.of("Pacific/Apia"))
                        .build()
                        .write(Parts.of("id", "d"), midnight))
                .isEqualTo(LayoutKey.of("d", "2026-07-02"));
    }

    @Test
    void everySiteHasItsOwnZone() {
        var utc = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{id}#{at:day}", "{at}")
                .since(JULY, "{id}#{at:month}")
                .build();
        var kolkata = utc.in(ZoneId.of("Asia/Kolkata"));
        Instant evening = Instant.parse("2026-04-20T20:00:00Z");
        assertThat(utc.write(Parts.of("id", "d"), evening).partition()).isEqualTo("d#2026-04-20");
        assertThat(kolkata.write(Parts.of("id", "d"), evening).partition()).isEqualTo("d#2026-04-21");
        assertThat(kolkata.write(Parts.of("id", "d"), Instant.parse("2026-07-31T18:30:00Z"))
                        .partition())
                .isEqualTo("d#2026-08");
    }

    @Test
    void epochsMustBeInOrderOfTime() {
        Refusals.assertRejected(
                "key.epochs-unsorted",
                "epoch since 2026-07-01T00:00:00Z is not after the epoch before it, since 2026-07-15T12:00:00Z; declare"
                        + " epochs in the order of time, each instant once",
                () -> Layout.series("at")
                        .keys("{id}", "{at}")
                        .since(MID_MONTH, "{id}#x")
                        .since(JULY, "{id}#y"));
        Refusals.assertRejected(
                "key.epochs-unsorted",
                () -> Layout.series("at")
                        .keys("{id}", "{at}")
                        .since(JULY, "{id}#x")
                        .since(JULY, "{id}#y"));
        Refusals.assertRejected(
                "key.since-not-a-second",
                "epoch since 2026-07-01T00:00:00.500000000Z must begin at a whole second of the years 0001 to 9999",
                () -> Layout.series("at").keys("{id}", "{at}").since(JULY.plusMillis(500), "{id}#x"));
    }

    @Test
    void epochsMustAddressTheSameSeries() {
        Refusals.assertRejected(
                "key.epochs-differ",
                "epoch since 2026-07-01T00:00:00Z with \"{id}#{site}\" / \"{at}\" cannot follow: its parts are not those"
                        + " of \"{id}\" / \"{at}\", so old events could no longer be found. Use the same parts on the"
                        + " same side of the clock",
                () -> Layout.series("at")
                        .keys("{id}", "{at}")
                        .since(JULY, "{id}#{site}")
                        .build());
        Refusals.assertRejected(
                "key.epochs-differ",
                "epoch since 2026-07-01T00:00:00Z with \"{id}\" / \"{at:epoch}\" cannot follow: its sort key has"
                        + " another type than that of \"{id}\" / \"{at}\", and a table has one type. Keep text or"
                        + " number",
                () -> Layout.series("at")
                        .keys("{id}", "{at}")
                        .since(JULY, "{id}", "{at:epoch}")
                        .build());
        Refusals.assertRejected(
                "key.epochs-differ",
                "epoch since 2026-07-01T00:00:00Z with \"{id}\" / \"{at:day}\" cannot follow: one has the exact clock"
                        + " in its keys and the other only a bucket. Declare rows and events as two layouts",
                () -> Layout.series("at")
                        .keys("{id}", "{at}")
                        .since(JULY, "{id}", "{at:day}")
                        .build());
    }

    @Test
    void epochsWithConfusableKeysAreRejected() {
        Refusals.assertRejected(
                "key.epochs-mixed",
                "epoch since 2026-07-01T00:00:00Z with \"{id}\" / \"{stream}|{at}\" cannot follow: its sort keys"
                        + " could be confused with those of \"{id}\" / \"{stream}#{at}\". Keep the sort template up"
                        + " to the clock, or"
                        + " begin one of the templates with another literal",
                () -> Layout.series("at")
                        .keys("{id}", "{stream}#{at}")
                        .since(JULY, "{id}", "{stream}|{at}")
                        .build());
    }
}
