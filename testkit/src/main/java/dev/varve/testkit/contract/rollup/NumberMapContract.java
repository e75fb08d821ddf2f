package dev.varve.testkit.contract.rollup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Alerting;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Detector;
import dev.varve.item.Item;
import dev.varve.key.TimeRange;
import dev.varve.rollup.Group;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupWorker;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events with maps of numbers are rolled up and checked by rules, for names that are not declared. */
public abstract class NumberMapContract extends SeriesContract {

    /** An event with numbers of any name. */
    public record Telegram(String deviceId, Instant at, String location, Map<String, Double> fields) {}

    private static final Alerting ALERTING = Alerting.standard();

    private static final Series<Telegram> TELEGRAMS = Series.of(Telegram.class)
            .named("telegrams")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .rollUp(Rollup.of().numbers("fields").hourly().daily().group(Group.by("location")))
            .build();

    private Varve db;
    private OpenSeries<Telegram> telegrams;
    private Instant hour;

    @BeforeEach
    void openWithAFeed() {
        assumeTrue(harness().hasFeed());
        db = open(Schema.of(harness().newTableName(), ALERTING.with(TELEGRAMS)));
        telegrams = db.series(TELEGRAMS);
        hour = clock().instant().minus(Duration.ofHours(1));
        telegrams.append(new Telegram("d-1", hour, "hall", Map.of("temperature", 20.0)));
        telegrams.append(new Telegram("d-1", hour.plusSeconds(60), "hall", Map.of("temperature", 41.0, "co2", 400.0)));
        telegrams.append(new Telegram("d-2", hour.plusSeconds(60), "hall", Map.of("co2", 700.0, "rpm", 3.0)));
    }

    @Test
    void rowsOfSeriesDaysAndGroupsHaveTheNumbersOfTheirEvents() {
        db.processing().catchUp(Duration.ofMinutes(1));
        new RollupWorker(RollupAccess.instance().runtime(telegrams.rollup()))
                .refreshGroups(true)
                .join();
        Item stored = Objects.requireNonNull(read(
                db.table(db.schema().tables().get(0).name()), key("DEVICE#d-1", "AGG#hourly#2060-04-20T13:00:00Z")));
        assertThat(stored.number("avgTemperature").doubleValue()).isEqualTo(30.5);
        assertThat(stored.number("countCo2").longValueExact()).isEqualTo(1);

        RollupRow day = telegrams
                .rollups("d-1")
                .daily()
                .last(Duration.ofDays(1))
                .first()
                .orElseThrow();
        assertThat(day.entries("fields")).containsExactly("co2", "temperature");
        assertThat(day.max("temperature")).hasValue(41);

        RollupRow hall = telegrams
                .rollupsBy("location", "hall")
                .hourly()
                .last(Duration.ofHours(2))
                .first()
                .orElseThrow();
        assertThat(hall.entries("fields")).containsExactly("co2", "rpm", "temperature");
        assertThat(hall.avg("co2")).hasValue(550);
        assertThat(telegrams
                        .rollup()
                        .verify(TimeRange.of(hour, clock().instant()), done -> {})
                        .isClean())
                .isTrue();
    }

    @Test
    void rulesAndDetectorsCheckNumbersOfAMapByName() {
        AlertProcessor<Telegram> processor = AlertProcessor.on(db.alerts(ALERTING), telegrams)
                .rules(AlertRule.named("too-hot").above("temperature", 30).build())
                .detectors(Detector.range("co2", 0, 500))
                .build();
        db.processing().follow(db.schema().tables().get(0).name(), processor).catchUp(Duration.ofMinutes(1));
        assertThat(db.alerts(ALERTING).of("d-1").list()).extracting(Alert::rule).containsExactly("too-hot");
        assertThat(db.alerts(ALERTING)
                        .anomalies(hour.atOffset(ZoneOffset.UTC).toLocalDate())
                        .list())
                .extracting(Anomaly::deviceId)
                .containsExactly("d-2");
    }
}
