package dev.varve.testkit.contract.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.alert.Baseline;
import dev.varve.alert.HourlyBaseline;
import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.Durations;
import dev.varve.key.Tick;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import dev.varve.schema.Schema;
import dev.varve.series.Current;
import dev.varve.series.OpenSeries;
import dev.varve.series.OpenTrackedSeries;
import dev.varve.series.Series;
import dev.varve.series.TrackedSeries;
import dev.varve.table.Key;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database keeps the data derived from its events up to date. */
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
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void invalidTimeoutIsRefused() {
        Varve db = open(schema(fed(), rolled()));
        for (Duration timeout :
                new Duration[] {null, Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertRejected(
                    "feed.catch-up-timeout",
                    "the time-out of catchUp is %s; it must be longer than 0 and at most 3652425 days"
                            .formatted(timeout),
                    () -> db.processing().catchUp(timeout));
        }
        db.processing().catchUp(Durations.MAX);
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
        assertThat(db.series(telemetry).current("c-1", "d-7")).isEmpty();
        db.processing().catchUp(PATIENCE);
        assertThat(hour(db.series(readings)).avg("temperature")).hasValue(15);
        assertThat(db.series(telemetry).current("c-1", "d-7").orElseThrow().location())
                .contains("hall");
    }

    @Test
    void fedRecordKeepsItsEnrichmentAndIsUpdatedByCorrections() {
        TrackedSeries<Report, State> telemetry = fed();
        Varve db = open(telemetry);
        OpenTrackedSeries<Report, State> series = db.series(telemetry);
        series.append(report(0, "hall", 1));
        db.processing().catchUp(PATIENCE);
        Instant created = clock().instant();
        series.enrich("c-1", "d-7").set("accountId", "a-1").run();
        series.correct(report(0, "yard", 1));
        clock().advance(Duration.ofSeconds(2));
        db.processing().catchUp(PATIENCE);
        State state = series.currentConsistent("c-1", "d-7").orElseThrow();
        assertThat(state.location()).contains("yard");
        assertThat(state.accountId()).contains("a-1");
        assertThat(state.createdAt()).contains(created);
        clock().set(created);
        series.delete(report(0, "yard", 1));
        db.processing().catchUp(PATIENCE);
        assertThat(series.currentConsistent("c-1", "d-7").orElseThrow().location())
                .contains("yard");
    }

    @Test
    void fedRecordIsTheLastEventOfTheHistory() {
        TrackedSeries<Payment, Payment> payments = Series.of(Payment.class)
                .partition("ACCOUNT#{account}")
                .sort("TRANSACTION#{at}#{id}")
                .tick(Tick.SECONDS)
                .current(Current.fed(Payment.class).keys("ACCOUNT#{account}", "CURRENT"))
                .build();
        Varve db = open(payments);
        db.series(payments).append(new Payment("x", at(0).plusMillis(700), "a", 1));
        Payment newest = new Payment("x", at(0).plusMillis(300), "b", 2);
        db.series(payments).append(newest);
        db.processing().catchUp(PATIENCE);
        assertThat(db.series(payments).latestConsistent("x")).contains(newest);
        assertThat(db.series(payments).history("x").newestFirst().first()).contains(newest);
        db.series(payments).append(new Payment("x", at(0).plusMillis(900), "a b", 3));
        db.processing().catchUp(PATIENCE);
        assertThat(db.series(payments).latestConsistent("x")).contains(newest);
    }

    /** An event with an id after its clock. */
    public record Payment(String account, Instant at, String id, int amount) {}

    @Test
    void backgroundProcessingStopsOnCloseAndResumesAfterwards() {
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
                .allSatisfy(status -> assertThat(status.deadLetters()).isZero());
        again.processing().close();
    }

    private static RollupRow hour(OpenSeries<Reading> readings) {
        Optional<RollupRow> row =
                readings.rollups("d-1").hourly().last(Duration.ofHours(1)).first();
        return row.orElseThrow();
    }

    @Test
    void baselineOfAnHourOfTheWeekIsComputedFromItsRows() {
        Series<Reading> readings = Series.of(Reading.class)
                .named("readings")
                .partition("DEVICE#{deviceId}")
                .sort("READING#{at}")
                .rollUp(Rollup.of("temperature")
                        .stats("temperature", Stat.AVG, Stat.STDDEV)
                        .hourly())
                .build();
        Varve db = open(readings);
        for (int week = 1; week <= 4; week++) {
            Instant then = clock().instant().minus(Duration.ofDays(7L * week));
            for (int i = 0; i < 3; i++) {
                db.series(readings).append(new Reading("d-1", then.plusSeconds(i), 20 + week + i));
                db.series(readings).append(new Reading("d-1", then.plusSeconds(7_200 + i), 90));
            }
        }
        db.processing().catchUp(PATIENCE);
        HourlyBaseline baselines = HourlyBaseline.of(db.series(readings), ZoneOffset.UTC, 4, "temperature")
                .load(List.of("d-1"), clock().instant());
        Baseline now = baselines.at("d-1", "temperature", clock().instant()).orElseThrow();
        assertThat(now.samples()).isEqualTo(12);
        assertThat(now.mean()).isEqualTo(23.5, within(1e-9));
        assertThat(now.stddev()).isEqualTo(1.44600, within(1e-4));
        assertThat(baselines.at("d-1", "temperature", at(3_600))).isEmpty();
        assertThat(baselines.at("d-2", "temperature", at(0))).isEmpty();
    }

    @Test
    void anyHandlerCanFollowATable() {
        Varve db = open(READINGS);
        String table = db.schema().tables().get(0).name();
        List<Key> seen = new ArrayList<>();
        db.processing().follow(table, changes -> {
            changes.forEach(change -> seen.add(change.key()));
            return CompletableFuture.completedFuture(null);
        });
        db.series(READINGS).append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(seen).contains(READINGS.itemKey(READINGS.key("d-1"), at(0)));
        assertRejected(
                "processing.begun",
                "the changes of table %s are being processed already: call follow(…) before start() and catchUp()"
                        .formatted(table),
                () -> db.processing().follow(table, changes -> CompletableFuture.completedFuture(null)));
    }

    @Test
    void allHandlersAreTickedEvenIfOneFails() {
        Varve db = open(READINGS);
        String table = db.schema().tables().get(0).name();
        AtomicInteger ticks = new AtomicInteger();
        db.processing().follow(table, ticking(() -> CompletableFuture.failedFuture(new Rejected("test.tick", "no"))));
        db.processing().follow(table, ticking(() -> {
            throw new Rejected("test.tick", "no");
        }));
        db.processing().follow(table, ticking(() -> {
            ticks.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        }));
        db.series(READINGS).append(reading(0, 1));
        db.processing().catchUp(PATIENCE);
        assertThat(ticks).hasPositiveValue();
    }

    private static ChangeHandler ticking(Supplier<CompletableFuture<Void>> tick) {
        return new ChangeHandler() {
            @Override
            public CompletableFuture<Void> handle(List<Change> changes) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<Void> tick() {
                return tick.get();
            }
        };
    }
}
