package dev.varve.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.core.key.Tick;
import dev.varve.core.rollup.Rollup;
import dev.varve.core.rollup.RollupRow;
import dev.varve.core.schema.Schema;
import dev.varve.core.series.Current;
import dev.varve.core.series.OpenSeries;
import dev.varve.core.series.Series;
import dev.varve.core.series.TrackedSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database keeps up what it makes of its events. */
public abstract class ProcessingContract extends SeriesContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @BeforeEach
    void engineHasAFeed() {
        assumeTrue(harness().hasFeed());
    }

    private static TrackedSeries<Report, State> fed() {
        return telemetry(Current.fed(State.class)
                .keys("{channel}#{deviceId}", "$app#v1#telemetry")
                .createdAt("createdAt")
                .index("gsi1", "ACCOUNT#{accountId}", "{deviceId}"));
    }

    private Schema schema(TrackedSeries<Report, State> telemetry, Series<Reading> readings) {
        return Schema.of(harness().newTableName(), telemetry, readings);
    }

    private static Series<Reading> rolled() {
        return Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of("temperature").hourly().daily())
                .build();
    }

    @Test
    void rowsAndCurrentRecordsFollowTheirEvents() {
        TrackedSeries<Report, State> telemetry = fed();
        Series<Reading> readings = rolled();
        Varve db = open(schema(telemetry, readings));
        db.series(readings).append(reading(0, 10));
        db.series(readings).append(reading(1, 20));
        db.series(telemetry).append(report(5, "hall", 1));
        db.series(telemetry).append(report(3, "late", 2));
        assertThat(db.series(telemetry).latest("c-1", "d-7")).isEmpty();
        db.processing().catchUp(PATIENCE);
        assertThat(hour(db.series(readings)).avg("temperature")).hasValue(15);
        assertThat(db.series(telemetry).latest("c-1", "d-7").orElseThrow().location())
                .contains("hall");
    }

    @Test
    void fedRecordKeepsItsEnrichmentAndFollowsCorrections() {
        TrackedSeries<Report, State> telemetry = fed();
        Varve db = open(telemetry);
        OpenSeries<Report, State> series = db.series(telemetry);
        series.append(report(0, "hall", 1));
        db.processing().catchUp(PATIENCE);
        Instant created = clock().instant();
        series.current("c-1", "d-7").set("accountId", "a-1").run();
        series.correct(report(0, "yard", 1));
        clock().advance(Duration.ofSeconds(2));
        db.processing().catchUp(PATIENCE);
        State state = series.latestConsistent("c-1", "d-7").orElseThrow();
        assertThat(state.location()).contains("yard");
        assertThat(state.accountId()).contains("a-1");
        assertThat(state.createdAt()).contains(created);
        clock().set(created);
        series.delete(report(0, "yard", 1));
        db.processing().catchUp(PATIENCE);
        assertThat(series.latestConsistent("c-1", "d-7").orElseThrow().location())
                .contains("yard");
    }

    @Test
    void fedRecordIsOfTheNewestEventOfItsTick() {
        TrackedSeries<Payment, Payment> payments = Series.of(Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .tick(Tick.SECONDS)
                .current(Current.fed(Payment.class).keys("ACCOUNT#{account}", "CURRENT"))
                .build();
        Varve db = open(payments);
        Payment newest = new Payment("x", at(0).plusMillis(700), "a", 1);
        db.series(payments).append(newest);
        db.series(payments).append(new Payment("x", at(0).plusMillis(300), "b", 2));
        db.processing().catchUp(PATIENCE);
        assertThat(db.series(payments).latestConsistent("x")).contains(newest);
    }

    /** An event with an id behind its clock. */
    public record Payment(String account, Instant at, String id, int amount) {}

    @Test
    void backgroundWorksUntilItIsClosedAndGoesOnAfterwards() {
        Series<Reading> readings = rolled();
        Varve db = open(readings);
        db.processing().start();
        db.series(readings).append(reading(0, 10));
        db.processing().catchUp(PATIENCE);
        assertThat(hour(db.series(readings)).count()).isEqualTo(1);
        db.processing().close();
        db.series(readings).append(reading(1, 10));
        Varve again = open(db.schema());
        again.processing().start().catchUp(PATIENCE);
        assertThat(hour(again.series(readings)).count()).isEqualTo(2);
        assertThat(again.processing().status().values())
                .allSatisfy(status -> assertThat(status.parked()).isZero());
        again.processing().close();
    }

    private static RollupRow hour(OpenSeries<Reading, Reading> readings) {
        Optional<RollupRow> row =
                readings.rollups("d-1").hourly().last(Duration.ofHours(1)).first();
        return row.orElseThrow();
    }
}
