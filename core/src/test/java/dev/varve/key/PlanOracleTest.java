package dev.varve.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.key.internal.Layout;
import dev.varve.key.internal.LayoutKey;
import dev.varve.key.internal.RangePlan;
import dev.varve.key.internal.RangeStep;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.key.internal.text.Buckets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Compares reads through a plan with a check of every event, on random layouts, events and ranges. */
class PlanOracleTest {

    private static final int RUNS = 3_000;
    private static final int EVENTS = 60;

    private static final List<String> PARTITIONS = List.of(
            "{id}",
            "D#{id}",
            "{id}#{at:year}",
            "{id}#{at:month}",
            "{id}#{at:day}",
            "{id}#{at:day:start}",
            "{id}#{at:hour}",
            "{id}#{at:hour:dashed}",
            "{id}#{at:minute}",
            "{at:day}#{id}#{at:hour:dashed}",
            "{id}#{shard:3}",
            "{id}#{at:month}#{shard:5}",
            "{id}#{shard:2}#{at:day}");

    private static final List<String> SORTS = List.of(
            "{at}",
            "READING#{at}",
            "READING#{at}#{event}",
            "{at}#{event}",
            "S#{stream}#e#{at}",
            "{at}{event}",
            "{at}#end",
            "E#{at}#{event}#end");

    private static final List<String> ROW_SORTS = List.of("{at:hour}", "AGG#{at:hour:start}", "{at:minute}#{event}");

    private record Event(Parts parts, Instant clock) {}

    @Test
    void stepsReturnExactlyTheEventsOfTheRange() {
        Seeded.runs(RUNS, random -> checkReads(random, layout(random)));
    }

    @Test
    void stepsReturnExactlyTheRowsOfTheRange() {
        Seeded.runs(RUNS, random -> {
            List<String> partitions = PARTITIONS.stream()
                    .filter(partition -> !partition.contains("minute"))
                    .toList();
            checkReads(
                    random,
                    Layout.series("at")
                            .zones(Draw.zones(random))
                            .keys(Draw.of(random, partitions), Draw.of(random, ROW_SORTS))
                            .build());
        });
    }

    private static SeriesLayout layout(RandomGenerator random) {
        return Layout.series("at")
                .tick(Draw.of(random, List.of(Tick.values())))
                .zones(Draw.zones(random))
                .keys(Draw.of(random, PARTITIONS), Draw.of(random, SORTS))
                .build();
    }

    static void checkReads(RandomGenerator random, SeriesLayout layout) {
        Instant middle = Draw.instant(random);
        List<Duration> reaches =
                List.of(Duration.ofSeconds(3), Duration.ofHours(2), Duration.ofDays(3), Duration.ofDays(100));
        // Enough for dozens of buckets, but not thousands.
        int longest = layout.bucket()
                .map(grain -> grain == Grain.MINUTE ? 2 : grain == Grain.HOUR ? 3 : 4)
                .orElse(4);
        Duration reach = Draw.of(random, reaches.subList(0, longest));
        checkReads(random, layout, middle, reach);
    }

    static void checkReads(RandomGenerator random, SeriesLayout layout, Instant middle, Duration reach) {
        var table = new NaiveTable<Event>();
        List<Event> stored = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            Parts parts = parts(random, layout);
            Instant clock = Draw.near(random, middle, reach.toSeconds()).plusNanos(random.nextInt(1_000_000_000));
            Event event = new Event(parts, layout.keepsExactClock() ? clock : layout.floor(clock));
            if (table.put(layout.write(parts, clock), event)) {
                stored.add(event);
            }
            neighbours(table, layout.write(parts, clock));
        }
        Parts series = parts(random, layout);
        TimeRange range = range(random, layout, middle, reach);
        List<Event> expected = stored.stream()
                .filter(event -> layout.identity().stream()
                        .allMatch(name -> event.parts().text(name).equals(series.text(name))))
                .filter(event -> range.contains(event.clock()))
                .toList();

        RangePlan plan = layout.plan(series, range);
        List<Event> found = new ArrayList<>();
        List<RangeStep> forwards = new ArrayList<>();
        for (RangeStep step : plan) {
            forwards.add(step);
            List<Event> events = table.query(step);
            assertThat(events)
                    .as("events of %s", step)
                    .allSatisfy(event -> assertThat(step.range().contains(layout.floor(event.clock())))
                            .isTrue());
            found.addAll(events);
        }
        if (plan.needsClockFilter()) {
            found.removeIf(event -> !range.contains(event.clock()));
        }
        String what = layout.describe() + "\n" + range;
        assertThat(found).as(what).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(found.stream().map(event -> layout.floor(event.clock())))
                .as(what)
                .isSorted();

        List<RangeStep> backwards = new ArrayList<>();
        plan.backwards().forEach(backwards::add);
        Collections.reverse(backwards);
        assertThat(backwards).as(what).isEqualTo(forwards);
        for (int i = 1; i < forwards.size(); i++) {
            assertThat(forwards.get(i).range().from())
                    .isEqualTo(forwards.get(i - 1).range().to());
            assertThat(forwards.get(i).ordinal())
                    .isGreaterThan(forwards.get(i - 1).ordinal());
        }
    }

    /** Puts items next to an event that no history may return: another entity, the current record. */
    private static void neighbours(NaiveTable<Event> table, LayoutKey key) {
        Event stranger = new Event(Parts.of("id", "stranger"), Instant.EPOCH);
        for (String sort :
                List.of("#METADATA", "READING", "READINGS#2024", "READING#", "READING#LATEST", "S#x", "S#y#f", "~")) {
            table.put(LayoutKey.of(key.partition(), sort), stranger);
        }
    }

    private static Parts parts(RandomGenerator random, SeriesLayout layout) {
        Parts parts = Parts.none();
        for (String name : layout.parts()) {
            // Few identities with many events, so that most ranges are not empty.
            String value =
                    layout.identity().contains(name) ? Draw.of(random, List.of("x", "x#e", "xy")) : Draw.id(random);
            parts = parts.with(name, value);
        }
        return parts;
    }

    private static TimeRange range(RandomGenerator random, SeriesLayout layout, Instant middle, Duration reach) {
        Instant a = bound(random, layout, middle, reach);
        Instant b = bound(random, layout, middle, reach);
        return a.isBefore(b) ? TimeRange.of(a, b) : TimeRange.of(b, a);
    }

    private static Instant bound(RandomGenerator random, SeriesLayout layout, Instant middle, Duration reach) {
        Instant bound = Draw.near(random, middle, reach.toSeconds());
        return switch (random.nextInt(4)) {
            case 0 -> bound.plusNanos(random.nextInt(1_000_000_000));
            case 1 -> layout.floor(bound);
            case 2 ->
                Instant.ofEpochSecond(Buckets.of(layout.bucket().orElse(Grain.HOUR), ZoneId.of("UTC"))
                        .floor(bound.getEpochSecond()));
            default -> bound;
        };
    }
}
