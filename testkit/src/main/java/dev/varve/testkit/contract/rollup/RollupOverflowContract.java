package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.key.TimeRange;
import dev.varve.rollup.GapFill;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.RollupRow.Kind;
import dev.varve.rollup.Stat;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.table.BlockingTable;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sum outside DynamoDB's number range is left out of its row and reported. All other statistics and rows are stored.
 */
public abstract class RollupOverflowContract extends SeriesContract {

    /** An event whose number may be as large as DynamoDB allows. */
    public record Sample(String deviceId, Instant at, double value, String location) {}

    /** An event with a map of numbers. */
    public record Point(String deviceId, Instant at, Map<String, Double> fields) {}

    private static final Instant DAY = Instant.parse("2060-04-20T00:00:00Z");
    private static final Instant HOUR = DAY.plusSeconds(3_600);
    private static final TimeRange RANGE = new TimeRange(DAY.minusSeconds(86_400), DAY.plusSeconds(86_400 * 3));
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String SUM_REASON =
            "sumValue cannot be stored: DynamoDB keeps numbers from 1E-130 to 9.99E+125";

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
        clock().set(DAY.plusSeconds(7_200));
    }

    private static Series<Sample> samples(Stat... stats) {
        return Series.of(Sample.class)
                .named("samples")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of()
                        .stats("value", stats)
                        .hourly()
                        .daily()
                        .group(Group.by("location"))
                        .group(Group.all("fleet")))
                .build();
    }

    /** A database with a series of samples. */
    private final class Site {
        final Varve db;
        final OpenSeries<Sample> samples;
        final BlockingTable table;

        Site(Stat... stats) {
            Series<Sample> series = samples(stats);
            db = open(series);
            samples = db.series(series);
            table = db.table(db.schema().tables().get(0).name());
        }

        void append(String device, Instant at, double value, String location) {
            samples.append(new Sample(device, at, value, location));
        }

        /** Processes the changes, and closes the day; the clock must be past it. */
        void process() {
            db.processing().catchUp(PATIENCE);
            db.processing().catchUp(PATIENCE);
            assertThat(db.processing().status().values()).allSatisfy(status -> {
                assertThat(status.deadLetters()).isZero();
                assertThat(status.failures()).isZero();
            });
        }

        RollupRow hour(String device) {
            List<RollupRow> rows = samples.rollups(device)
                    .hourly()
                    .between(HOUR, HOUR.plusSeconds(1))
                    .list();
            assertThat(rows).hasSize(1);
            return rows.get(0);
        }

        RollupRow day(String device) {
            List<RollupRow> rows = samples.rollups(device)
                    .daily()
                    .between(DAY, DAY.plusSeconds(1))
                    .list();
            assertThat(rows).hasSize(1);
            return rows.get(0);
        }

        RollupReport verify() {
            return samples.rollup().verify(RANGE, done -> {});
        }

        RollupReport rebuild() {
            return samples.rollup().rebuild(RANGE, done -> {});
        }

        /** Returns the stored rows of a device, written at the start of a bucket of this tier. */
        Item stored(String device, String tier) {
            return table.stream(Scan.all().consistent())
                    .filter(item -> item.text("pk").equals("DEVICE#" + device))
                    .filter(item -> item.text("sk").startsWith("AGG#" + tier))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static final Stat[] SUM_MIN_MAX_AVG = {Stat.SUM, Stat.MIN, Stat.MAX, Stat.AVG};

    @Test
    void rowLacksOnlyTheSumThatCannotBeStored() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("huge", HOUR, 9e125, "hall");
        site.append("huge", HOUR.plusSeconds(1), 9e125, "hall");
        site.append("small", HOUR, 7, "hall");
        site.process();
        RollupRow huge = site.hour("huge");
        assertThat(huge.kind()).isEqualTo(Kind.STORED);
        assertThat(huge.count("value")).isEqualTo(2);
        assertThat(huge.find("sumValue")).isEmpty();
        assertThat(huge.find("minValue")).contains(Num.parse("9e125"));
        assertThat(huge.find("maxValue")).contains(Num.parse("9e125"));
        assertThat(huge.find("avgValue")).contains(Num.parse("9e125"));
        assertThat(site.hour("small").sum("value")).hasValue(7);
    }

    @Test
    void workerReportsTheRowUntilItIsCorrected() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("huge", HOUR, 9e125, "hall");
        site.append("huge", HOUR.plusSeconds(1), 9e125, "yard");
        site.append("small", HOUR, 7, "hall");
        site.process();
        assertThat(site.samples.rollup().problems()).anySatisfy(problem -> {
            assertThat(problem.rows()).isEqualTo("hourly rows");
            assertThat(problem.identity()).isEqualTo(site.samples.declaration().key("huge"));
            assertThat(problem.start()).isEqualTo(HOUR);
            assertThat(problem.reason()).isEqualTo(SUM_REASON);
        });
        assertThat(site.samples.rollup().problems())
                .noneMatch(problem ->
                        problem.identity().equals(site.samples.declaration().key("small")));
        site.samples.correct(new Sample("huge", HOUR.plusSeconds(1), 1, "yard"));
        clock().advance(Duration.ofMinutes(3));
        site.process();
        assertThat(site.samples.rollup().problems()).isEmpty();
        assertThat(site.hour("huge").find("sumValue")).isPresent();
    }

    @Test
    void dayAndGroupLackTheSumToo() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("huge", HOUR, 9e125, "hall");
        site.append("huge", HOUR.plusSeconds(1), 9e125, "hall");
        site.append("huge", HOUR.plusSeconds(3_599), -3, "hall");
        site.append("small", HOUR, 7, "hall");
        site.append("other", HOUR, 5, "yard");
        site.process();
        assertThat(site.day("huge").kind()).isEqualTo(Kind.COMPOSED);
        assertThat(site.day("huge").find("sumValue")).isEmpty();
        clock().set(DAY.plus(Duration.ofHours(25)));
        site.process();
        RollupRow day = site.day("huge");
        assertThat(day.kind()).isEqualTo(Kind.STORED);
        assertThat(day.count("value")).isEqualTo(3);
        assertThat(day.find("sumValue")).isEmpty();
        // The sum of the hour is unknown, so the average of the day is too.
        assertThat(day.find("avgValue")).isEmpty();
        assertThat(day.find("minValue")).contains(Num.of(-3));
        assertThat(site.day("small").sum("value")).hasValue(7);
        RollupRow hall = group(site, "location", "hall");
        assertThat(hall.count()).isEqualTo(4);
        assertThat(hall.find("sumValue")).isEmpty();
        assertThat(hall.find("maxValue")).contains(Num.parse("9e125"));
        assertThat(group(site, "location", "yard").sum("value")).hasValue(5);
        assertThat(group(site, "fleet").count()).isEqualTo(5);
    }

    private static RollupRow group(Site site, String name, Object... value) {
        List<RollupRow> rows = site.samples
                .rollupsBy(name, value)
                .daily()
                .between(DAY, DAY.plusSeconds(1))
                .list();
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void readingWithATooLargeSquareLacksOnlyTheDeviation() {
        Site site = new Site(Stat.AVG, Stat.STDDEV);
        site.append("large", HOUR, 1e64, "hall");
        site.append("small", HOUR, 1, "hall");
        site.append("small", HOUR.plusSeconds(1), 3, "hall");
        site.append("tiny", HOUR, 1e-70, "yard");
        site.process();
        RollupRow large = site.hour("large");
        assertThat(large.find("sumValue")).contains(Num.parse("1e64"));
        assertThat(large.find("avgValue")).contains(Num.parse("1e64"));
        assertThat(large.find(Stat.sumOfSquares("value"))).isEmpty();
        assertThat(site.hour("tiny").find("avgValue")).contains(Num.parse("1e-70"));
        assertThat(site.hour("tiny").find(Stat.sumOfSquares("value"))).isEmpty();
        assertThat(site.hour("small").get(Stat.STDDEV, "value")).isPresent();
        clock().set(DAY.plus(Duration.ofHours(25)));
        site.process();
        assertThat(site.day("large").find("stddevValue")).isEmpty();
        assertThat(site.day("small").get(Stat.STDDEV, "value")).isPresent();
        assertThat(group(site, "location", "hall").get(Stat.STDDEV, "value")).isEmpty();
        assertThat(group(site, "location", "hall").find("sumValue")).isPresent();
        assertThat(site.verify().isClean()).isTrue();
    }

    @Test
    void rebuildWritesAllRowsAndReportsIncompleteOnes() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("huge", HOUR, 9e125, "hall");
        site.append("huge", HOUR.plusSeconds(1), 9e125, "hall");
        for (int device = 0; device < 10; device++) {
            site.append("d-" + device, HOUR, 7, "yard");
        }
        clock().set(DAY.plus(Duration.ofHours(25)));
        RollupReport report = site.rebuild();
        assertThat(report.failed()).isZero();
        // The hour and the day of the device, of the hall, and of the fleet.
        assertThat(report.incomplete()).isEqualTo(6);
        assertThat(report.problems())
                .hasSize(6)
                .anySatisfy(problem -> assertThat(problem)
                        .hasToString("hourly rows, {deviceId=huge} at 2060-04-20T01:00:00Z: " + SUM_REASON));
        for (int device = 0; device < 10; device++) {
            assertThat(site.hour("d-" + device).sum("value")).hasValue(7);
        }
        assertThat(site.hour("huge").count()).isEqualTo(2);
        RollupReport after = site.verify();
        assertThat(after.isClean()).as(after.toString()).isTrue();
        assertThat(after.incomplete()).isEqualTo(6);
        assertThat(after.toString()).contains("6 incomplete").contains(SUM_REASON);
    }

    @Test
    void gapBetweenTheSmallestNumbersIsFilledWithoutAnError() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("tiny", HOUR.minusSeconds(3_600), 1e-130, "hall");
        site.append("tiny", HOUR.plusSeconds(3_600), 0, "hall");
        site.process();
        List<RollupRow> rows = site.samples
                .rollups("tiny")
                .hourly()
                .between(DAY, DAY.plusSeconds(7_201))
                .fill(GapFill.LINEAR)
                .list();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(1).kind()).isEqualTo(Kind.FILLED);
        assertThat(rows.get(1).find("avgValue")).isEmpty();
    }

    @Test
    void entryOfAMapThatOverflowsLeavesTheOthersComplete() {
        Series<Point> series = Series.of(Point.class)
                .named("points")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of()
                        .numbers("fields", Stat.AVG, Stat.STDDEV)
                        .hourly()
                        .daily())
                .build();
        Varve db = open(series);
        OpenSeries<Point> points = db.series(series);
        points.append(new Point("d-1", HOUR, Map.of("huge", 9e125, "level", 4.0)));
        points.append(new Point("d-1", HOUR.plusSeconds(1), Map.of("huge", 9e125, "level", 6.0)));
        db.processing().catchUp(PATIENCE);
        RollupRow hour = points.rollups("d-1")
                .hourly()
                .between(HOUR, HOUR.plusSeconds(1))
                .list()
                .get(0);
        assertThat(hour.entries("fields")).containsExactly("huge", "level");
        assertThat(hour.find("sumHuge")).isEmpty();
        assertThat(hour.sum("level")).hasValue(10);
        assertThat(hour.get(Stat.STDDEV, "level")).isPresent();
        assertThat(points.rollup().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.reason()).startsWith("sumHuge, sumSquaresHuge"));
    }

    @Test
    void unreadableRowDoesNotStopClosingOrRebuildingOfOthers() {
        Site site = new Site(SUM_MIN_MAX_AVG);
        site.append("bad", HOUR, 3, "hall");
        site.append("good", HOUR, 4, "hall");
        site.process();
        Item row = site.stored("bad", "hourly");
        // A row with a fractional count: the daily row cannot be computed from it.
        site.table.put(Put.of(row.with("count", Num.of(0.5))));
        clock().set(DAY.plus(Duration.ofHours(25)));
        RollupReport found = site.verify();
        assertThat(found.isClean()).isFalse();
        assertThat(found.problems())
                .anySatisfy(problem -> assertThat(problem.identity())
                        .isEqualTo(site.samples.declaration().key("bad")));
        site.process();
        assertThat(site.day("good").kind()).isEqualTo(Kind.STORED);
        assertThat(site.samples.rollup().problems())
                .anySatisfy(problem -> assertThat(problem.rows()).isEqualTo("daily rows"))
                .allSatisfy(problem -> assertThat(problem.identity())
                        .isEqualTo(site.samples.declaration().key("bad")));
        assertThat(group(site, "location", "hall").sum("value")).hasValue(4);
        site.rebuild();
        RollupReport after = site.verify();
        assertThat(after.isClean()).as(after.toString()).isTrue();
        assertThat(site.day("bad").sum("value")).hasValue(3);
        assertThat(group(site, "location", "hall").sum("value")).hasValue(7);
    }
}
