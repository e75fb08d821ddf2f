package dev.varve.key.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Refusals;
import dev.varve.key.Grain;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.key.TimeRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RangePlanTest {

    private static final Parts DEVICE = Parts.of("id", "d");

    @Test
    void fromJanuary31ToMarch1AreThreeMonths() {
        assertThat(partitions("{id}#{at:month}", "2024-01-31T00:00:00Z", "2024-03-01T00:00:00.001Z"))
                .containsExactly("d#2024-01", "d#2024-02", "d#2024-03");
    }

    @Test
    void aRangeThatEndsOnABoundaryExcludesTheNextBucket() {
        assertThat(partitions("{id}#{at:month}", "2024-01-31T00:00:00Z", "2024-03-01T00:00:00Z"))
                .containsExactly("d#2024-01", "d#2024-02");
        assertThat(partitions("{id}#{at:day}", "2024-02-28T00:00:00Z", "2024-03-01T00:00:00Z"))
                .containsExactly("d#2024-02-28", "d#2024-02-29");
        assertThat(partitions("{id}#{at:year}", "2023-12-31T23:59:59.999Z", "2024-01-01T00:00:00Z"))
                .containsExactly("d#2023");
        assertThat(partitions("{id}#{at:day}", "2024-02-28T00:00:00Z", "2024-02-28T00:00:00Z"))
                .isEmpty();
    }

    @Test
    void boundsFinerThanTheTickRoundUp() {
        var layout = Layout.series("at").tick(Tick.SECONDS).keys("{id}", "{at}").build();
        RangePlan plan = layout.plan(DEVICE, range("2024-01-01T00:00:00.001Z", "2024-01-01T00:00:05.001Z"));
        assertThat(plan.needsClockFilter()).isFalse();
        assertThat(plan)
                .singleElement()
                .satisfies(step -> assertThat(step.slices().get(0).bounds())
                        .isEqualTo(SortBounds.between("2024-01-01T00:00:01Z", "2024-01-01T00:00:05Z")));
        assertThat(layout.plan(DEVICE, range("2024-01-01T00:00:00.001Z", "2024-01-01T00:00:00.002Z")))
                .as("a range without a clock on the tick")
                .isEmpty();
    }

    @Test
    void boundsFinerThanTheTickNeedAFilterIfEventsKeepTheirExactClock() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("{id}", "{at}#{eventId}")
                .build();
        RangePlan plan = layout.plan(DEVICE, range("2024-01-01T00:00:00.001Z", "2024-01-01T00:00:05.001Z"));
        assertThat(plan.needsClockFilter()).isTrue();
        assertThat(plan.range()).isEqualTo(range("2024-01-01T00:00:00Z", "2024-01-01T00:00:06Z"));
        assertThat(layout.plan(DEVICE, range("2024-01-01T00:00:00Z", "2024-01-01T00:00:05Z"))
                        .needsClockFilter())
                .isFalse();
        Instant fine = Instant.parse("2024-01-01T00:00:00.001Z");
        assertThat(layout.plan(DEVICE, TimeRange.of(fine, fine))).isEmpty();
    }

    @Test
    void rangeWithoutBoundsIsLimitedByTheLiteral() {
        var layout = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("D#{id}", "READING#{at}")
                .build();
        assertThat(layout.plan(Parts.of("id", "d"), TimeRange.all()))
                .singleElement()
                .satisfies(step -> assertThat(step.slices())
                        .containsExactly(new PartitionSlice(
                                0,
                                "D#d",
                                SortBounds.between("READING#0001-01-01T00:00:00Z", "READING#9999-12-31T23:59:59Z"))));
        var numbers = Layout.series("at")
                .tick(Tick.SECONDS)
                .keys("D#{id}", "{at:epoch}")
                .build();
        assertThat(numbers.plan(Parts.of("id", "d"), TimeRange.from(Instant.EPOCH)))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(0, "D#d", SortBounds.between(0, 253_402_300_799L)));
    }

    @Test
    void aBucketWithoutClockInTheSortKeyIsReadWhole() {
        var rows = Layout.series("at").keys("SITE#{id}#{at:day}", "PATH#{path}").build();
        assertThat(rows.rowGrain()).contains(Grain.DAY);
        assertThat(rows.plan(Parts.of("id", "s"), range("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z")))
                .flatExtracting(RangeStep::slices)
                .containsExactly(
                        new PartitionSlice(0, "SITE#s#2024-01-01", SortBounds.between("PATH#", "PATH#\uDBFF\uDFFF")));
        var bare = Layout.series("at").keys("{id}#{at:day}").build();
        assertThat(bare.plan(DEVICE, range("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z")))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(0, "d#2024-01-01", SortBounds.all()));
        var summary = Layout.series("at").keys("{id}#{at:day}", "SUMMARY").build();
        assertThat(summary.plan(DEVICE, range("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z")))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(0, "d#2024-01-01", SortBounds.between("SUMMARY", "SUMMARY")));
        var open = Layout.series("at").keys("{id}#{at:day}", "{path}").build();
        assertThat(open.plan(DEVICE, range("2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z")))
                .flatExtracting(RangeStep::slices)
                .containsExactly(new PartitionSlice(0, "d#2024-01-01", SortBounds.all()));
    }

    @Test
    void stepsAreComputedLazily() {
        var layout = Layout.series("at")
                .keys("{id}#{at:minute}#{shard:1000}", "{at}")
                .build();
        Iterator<RangeStep> forwards = layout.plan(DEVICE, TimeRange.all()).iterator();
        assertThat(forwards.next().slices().get(999).partition()).isEqualTo("d#0001-01-01T00:00#999");
        Iterator<RangeStep> backwards =
                layout.plan(DEVICE, TimeRange.all()).backwards().iterator();
        assertThat(backwards.next().slices().get(0).partition()).isEqualTo("d#9999-12-31T23:59#0");
    }

    @Test
    void aPlanResumesAtAnyOfItsSteps() {
        var layout = Layout.series("at").keys("{id}#{at:day}", "{at}").build();
        RangePlan plan = layout.plan(DEVICE, range("2024-01-01T12:00:00.5Z", "2024-01-10T06:00:00Z"));
        List<RangeStep> all = steps(plan);
        assertThat(all).hasSize(10);
        for (int i = 0; i < all.size(); i++) {
            assertThat(steps(plan.resume(all.get(i).ordinal()))).isEqualTo(all.subList(i, all.size()));
            List<RangeStep> reversed = new ArrayList<>(all.subList(0, i + 1));
            Collections.reverse(reversed);
            assertThat(steps(plan.backwards().resume(all.get(i).ordinal()))).isEqualTo(reversed);
        }
        for (long outside : List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE, 1_704_866_400L)) {
            Refusals.assertRejected("key.ordinal-outside-plan", () -> plan.resume(outside));
        }
        Refusals.assertRejected(
                "key.ordinal-outside-plan",
                "step 0 is not in the plan of [2024-01-01T12:00:00.501000000Z, 2024-01-02T00:00:00Z); resume the query"
                        + " that the page token came from",
                () -> layout.plan(DEVICE, range("2024-01-01T12:00:00.5001Z", "2024-01-02T00:00:00Z"))
                        .resume(0));
    }

    @Test
    void aPlanNeedsTheWholeIdentity() {
        var layout = Layout.series("at").keys("{id}", "{stream}#{at}").build();
        Refusals.assertRejected(
                "key.missing-part",
                "part stream is missing; the given parts are [id]. Add it with Parts.with(\"stream\", …)",
                () -> layout.plan(DEVICE, TimeRange.all()));
    }

    @Test
    void aRangeCannotEndBeforeItStarts() {
        Refusals.assertRejected(
                "key.range-backwards",
                "range [2024-01-02T00:00:00Z, 2024-01-01T00:00:00Z) ends before it starts; swap its bounds. To read"
                        + " newest first, reverse the order of the query instead",
                () -> range("2024-01-02T00:00:00Z", "2024-01-01T00:00:00Z"));
    }

    private static List<String> partitions(String partition, String from, String to) {
        return steps(Layout.series("at").keys(partition, "{at}").build().plan(DEVICE, range(from, to))).stream()
                .flatMap(step -> step.slices().stream())
                .map(PartitionSlice::partition)
                .toList();
    }

    private static TimeRange range(String from, String to) {
        return TimeRange.of(Instant.parse(from), Instant.parse(to));
    }

    private static List<RangeStep> steps(RangePlan plan) {
        List<RangeStep> steps = new ArrayList<>();
        plan.forEach(steps::add);
        return steps;
    }
}
