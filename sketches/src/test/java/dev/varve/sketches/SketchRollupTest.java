package dev.varve.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.Varve;
import dev.varve.error.CorruptData;
import dev.varve.error.Rejected;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.Group;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sketches in the rows of a series: refreshed by the feed, closed, verified, rebuilt. */
class SketchRollupTest {

    /** An event that is rolled up. */
    record Visit(String site, Instant at, String visitorId, String path, double loadMillis, Optional<String> country) {}

    private static final Instant DAY = Instant.parse("2060-04-20T00:00:00Z");
    private static final String TABLE = "visits";

    private static final Distinct VISITORS = Distinct.of("visitorId");
    private static final Quantiles LOADING = Quantiles.of("loadMillis");
    private static final TopK PATHS = TopK.of("path", 5);

    private final MutableClock clock = new MutableClock();
    private final MemoryEngine engine = new MemoryEngine(clock);
    private final Series<Visit> series = series(rollup(LOADING).group(Group.by("country")));
    private final Varve db = Varve.on(engine).clock(clock).open(Schema.of(TABLE, series));
    private final OpenSeries<Visit> visits = db.series(series);

    private static Rollup rollup(Quantiles loading) {
        return Rollup.of()
                .measure(VISITORS)
                .measure(loading)
                .measure(PATHS)
                .hourly()
                .daily()
                .monthly();
    }

    private static Series<Visit> series(Rollup rollup) {
        return Series.of(Visit.class)
                .named("visits")
                .partition("SITE#{site}")
                .sort("PV#{at}")
                .rollUp(rollup)
                .build();
    }

    private static Visit visit(Instant start, int number) {
        return new Visit(
                "s-1",
                start.plusSeconds(number),
                "v" + number % 700,
                "/" + number % 3,
                number,
                Optional.of(number % 2 == 0 ? "de" : "fr"));
    }

    private void appendVisits(Instant start, int count) {
        visits.appendAll(
                IntStream.range(0, count).mapToObj(i -> visit(start, i)).toList());
    }

    private void follow() {
        db.processing().catchUp(Duration.ofMinutes(1));
    }

    private RollupRow hour(Instant start) {
        return visits.rollups("s-1")
                .hourly()
                .between(start, start.plusSeconds(1))
                .list()
                .get(0);
    }

    private RollupRow day(Instant start) {
        return visits.rollups("s-1")
                .daily()
                .between(start, start.plusSeconds(1))
                .list()
                .get(0);
    }

    private static TimeRange range() {
        return new TimeRange(DAY.minus(Duration.ofDays(50)), DAY.plus(Duration.ofDays(50)));
    }

    private RollupReport verify() {
        return visits.rollup().verify(range(), done -> {});
    }

    private void assertClean(long rows) {
        RollupReport report = verify();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.rows()).isEqualTo(rows);
    }

    /** Replaces the stored value of a measure in an hourly row. */
    private void damage(Measure measure, Value value) {
        Item row = db.table(TABLE).stream(Scan.all().consistent())
                .filter(item -> item.text("sk").startsWith("AGG#hourly")
                        && item.text("pk").startsWith("SITE#"))
                .findFirst()
                .orElseThrow();
        db.table(TABLE).put(Put.of(row.with(measure.attributes().get(0), value)));
    }

    @Test
    void hoursAndClosedDaysHaveTheSketchesOfTheirEvents() {
        appendVisits(DAY, 2_000);
        appendVisits(DAY.plusSeconds(3_600), 1_000);
        follow();
        RollupRow hour = hour(DAY);
        assertThat((double) VISITORS.estimate(hour)).isEqualTo(700, within(35.0));
        assertThat(LOADING.quantile(hour, 0.5).orElseThrow()).isEqualTo(1_000, within(54.0));
        assertThat(LOADING.quantiles(hour, 0, 1)).containsExactly(0.0, 1_999.0);
        assertThat(PATHS.top(hour))
                .containsExactly(
                        new Frequent("/0", 667, 667), new Frequent("/1", 667, 667), new Frequent("/2", 666, 666));
        assertThat(LOADING.rank(day(DAY), 999).orElseThrow()).isEqualTo(2 / 3.0, within(0.03));
        assertThat(day(DAY).kind()).isEqualTo(Kind.COMPOSED);
        clock.advance(Duration.ofDays(1));
        follow();
        RollupRow day = day(DAY);
        assertThat(day.kind()).isEqualTo(Kind.STORED);
        assertThat(VISITORS.estimate(day)).isEqualTo(VISITORS.estimate(hour));
        assertThat(LOADING.in(day).count()).isEqualTo(3_000);
        assertThat(PATHS.top(day).get(0)).isEqualTo(new Frequent("/0", 1_001, 1_001));
    }

    @Test
    void sketchesThatDifferByRandomnessVerifyClean() {
        appendVisits(DAY, 2_000);
        appendVisits(DAY.plusSeconds(3_600), 1_000);
        follow();
        clock.advance(Duration.ofDays(13));
        follow();
        // Two hours, their day and month, and the same of each of two countries.
        for (int i = 0; i < 20; i++) {
            assertClean(12);
        }
        assertThat(visits.rollup().rebuild(range(), done -> {}).wrong()).isZero();
    }

    @Test
    void correctionRemovesAValue() {
        visits.append(visit(DAY, 1));
        visits.append(visit(DAY, 2));
        follow();
        assertThat(VISITORS.estimate(hour(DAY))).isEqualTo(2);
        visits.correct(new Visit("s-1", DAY.plusSeconds(2), "v1", "/1", 9, Optional.of("fr")));
        follow();
        RollupRow hour = hour(DAY);
        assertThat(VISITORS.estimate(hour)).isEqualTo(1);
        assertThat(LOADING.quantiles(hour, 0, 1)).containsExactly(1.0, 9.0);
        assertThat(PATHS.top(hour)).containsExactly(new Frequent("/1", 2, 2));
        visits.delete(DAY.plusSeconds(1), "s-1");
        visits.delete(DAY.plusSeconds(2), "s-1");
        follow();
        assertThat(VISITORS.estimate(hour(DAY))).isZero();
        assertThat(LOADING.quantile(hour(DAY), 0.5)).isEmpty();
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void sameVisitorOnTwoDaysCountsOnce() {
        appendVisits(DAY.minus(Duration.ofDays(1)), 10);
        appendVisits(DAY, 12);
        follow();
        List<RollupRow> days =
                visits.rollups("s-1").daily().last(Duration.ofDays(2)).list();
        assertThat(days).hasSize(2);
        assertThat(VISITORS.over(days)).isEqualTo(new DistinctCount(12, 12, 13));
        assertThat(LOADING.over(days).count()).isEqualTo(22);
        assertThat(PATHS.over(days).get(0)).isEqualTo(new Frequent("/0", 8, 8));
        RollupRow month =
                visits.rollups("s-1").monthly().last(Duration.ofDays(31)).list().get(0);
        assertThat(VISITORS.estimate(month)).isEqualTo(12);
    }

    @Test
    void groupsHaveTheirOwnSketches() {
        appendVisits(DAY, 1_400);
        follow();
        clock.advance(Duration.ofMinutes(5));
        follow();
        RollupRow france = visits.rollupsBy("country", "fr")
                .hourly()
                .between(DAY, DAY.plusSeconds(1))
                .list()
                .get(0);
        assertThat(VISITORS.estimate(france)).isEqualTo(350);
        assertThat(LOADING.in(france).count()).isEqualTo(700);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void wrongRowIsFoundAndRebuilt() {
        appendVisits(DAY, 2_000);
        follow();
        RollupRow other = TestRows.of(LOADING, IntStream.range(0, 2_000).mapToObj(i -> i * i / 2_000.0));
        damage(LOADING, other.find("quantilesLoadMillis").orElseThrow());
        assertThat(verify().wrong()).isEqualTo(1);
        assertThat(visits.rollup().rebuild(range(), done -> {}).wrong()).isEqualTo(1);
        assertThat(verify().isClean()).isTrue();
    }

    @Test
    void bytesThatAreNotASketchAreReportedAndRebuilt() {
        for (Measure measure : List.of(VISITORS, LOADING, PATHS)) {
            appendVisits(DAY, 500);
            follow();
            damage(measure, Bytes.of((byte) 1, (byte) 2, (byte) 3));
            assertThatThrownBy(() -> VISITORS.over(List.of(day(DAY))))
                    .isInstanceOf(CorruptData.class)
                    .hasMessageContaining(measure.attributes().get(0));
            assertThat(visits.rollup().rebuild(range(), done -> {}).wrong()).isEqualTo(1);
            assertThat(verify().isClean()).isTrue();
        }
    }

    @Test
    void differentSketchDeclarationIsRefused() {
        Series<Visit> coarser = series(rollup(LOADING.k(100)).group(Group.by("country")));
        assertThatThrownBy(() -> Varve.on(engine).clock(clock).open(Schema.of(TABLE, coarser)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("QUANTILES (KLL, k 200) of loadMillis");
        assertThatThrownBy(
                        () -> series(Rollup.of().measure(Quantiles.of("path")).hourly()))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("cannot roll up QUANTILES (KLL, k 200) of path");
    }
}
