package dev.varve.testkit.contract.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupReport;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A deleted series leaves no data, no matter when the feed delivers its changes. */
public abstract class SeriesDeletionContract extends SeriesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** An event with a group. */
    public record LocatedReading(String deviceId, Instant at, double temperature, Optional<String> location) {}

    private static Series<LocatedReading> located() {
        return Series.of(LocatedReading.class)
                .named("placed")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of("temperature").hourly().daily().group(Group.by("location")))
                .build();
    }

    private LocatedReading event(String device, long seconds, double temperature) {
        return new LocatedReading(device, at(seconds), temperature, Optional.of("hall"));
    }

    private static long items(Varve db, String partition) {
        String table = db.schema().tables().get(0).name();
        return db.table(table).query(Query.of(partition).consistent()).items().size();
    }

    private long hallCount(OpenSeries<LocatedReading> series) {
        return series.rollupsBy("location", "hall").hourly().last(Duration.ofHours(9)).list().stream()
                .mapToLong(row -> row.count())
                .sum();
    }

    @Test
    void deletionIsCompleteEvenIfTheFeedLags() {
        assumeTrue(harness().hasFeed());
        Series<LocatedReading> declared = located();
        Varve db = open(Schema.of(harness().newTableName(), declared));
        OpenSeries<LocatedReading> series = db.series(declared);
        series.append(event("d-1", -60, 10));
        series.append(event("d-1", -7_200, 20));
        series.append(event("d-1", -90_000, 20));
        series.append(event("d-2", -60, 30));
        db.processing().catchUp(PATIENCE);
        // The feed has not delivered this change when the series is deleted.
        series.append(event("d-1", -30, 11));
        assertThat(series.deleteSeries(at(-200_000), "d-1")).isEqualTo(4);
        assertThat(items(db, "DEVICE#d-1")).isZero();
        db.processing().catchUp(PATIENCE);
        assertThat(items(db, "DEVICE#d-1")).isZero();
        assertThat(series.identities().list())
                .extracting(parts -> parts.text("deviceId"))
                .containsExactly("d-2");
        assertThat(series.latest("d-1")).isEmpty();
        clock().advance(Duration.ofMinutes(5));
        db.processing().catchUp(PATIENCE);
        assertThat(hallCount(series)).isEqualTo(1);
        RollupReport report = series.rollup().verify(TimeRange.of(at(-200_000), at(3_600)), done -> {});
        assertThat(report.wrong()).isZero();
        assertThat(series.deleteSeries(at(-200_000), "d-1")).isZero();
    }

    @Test
    void deletedIdentityWithNewEventsIsListedAgain() {
        Series<LocatedReading> declared = located();
        Schema schema = Schema.of(harness().newTableName(), declared);
        OpenSeries<LocatedReading> series = open(schema).series(declared);
        OpenSeries<LocatedReading> other = open(schema).series(declared);
        series.append(event("d-1", -60, 10));
        other.append(event("d-1", -50, 10));
        series.deleteSeries(at(-200_000), "d-1");
        series.append(event("d-1", -40, 10));
        assertThat(series.identities().count()).isEqualTo(1);
        series.deleteSeries(at(-200_000), "d-1");
        other.relist("d-1");
        other.append(event("d-1", -30, 10));
        assertThat(series.identities().count()).isEqualTo(1);
    }

    @Test
    void currentRecordIsDeletedWithItsEvents() {
        TrackedSeries<Report, State> declared = telemetry(Current.transactional(State.class)
                .keys("{channel}#{deviceId}", "$app#v1#telemetry")
                .createdAt("createdAt")
                .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}"));
        Varve db = open(declared);
        OpenTrackedSeries<Report, State> series = db.series(declared);
        series.append(report(0, "hall", 1));
        series.append(report(1, "yard", 1));
        assertThat(series.deleteSeries(at(-100), "c-1", "d-7")).isEqualTo(2);
        assertThat(series.currentConsistent("c-1", "d-7")).isEmpty();
        assertThat(items(db, "c-1#d-7")).isZero();
    }

    @Test
    void checkRejectsWhatAppendRejectsAndWritesNothing() {
        OpenTrackedSeries<Report, State> series = open(TELEMETRY).series(TELEMETRY);
        series.check(report(0, "hall", 1));
        assertThatThrownBy(() -> series.check(report(-86_400 * 8, "hall", 1)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("behind the clock");
        assertThat(series.identities().count()).isZero();
    }
}
