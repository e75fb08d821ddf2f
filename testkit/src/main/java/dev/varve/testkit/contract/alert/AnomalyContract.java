package dev.varve.testkit.contract.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.Alerting;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Detector;
import dev.varve.alert.Deviation;
import dev.varve.feed.Change;
import dev.varve.feed.FeedPosition;
import dev.varve.item.Item;
import dev.varve.schema.Schema;
import dev.varve.series.HistoryPage;
import dev.varve.table.BlockingTable;
import dev.varve.table.Key;
import dev.varve.table.PageToken;
import dev.varve.testkit.contract.series.SeriesContract;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each anomaly is stored once, and found by day across all devices. */
public abstract class AnomalyContract extends SeriesContract {

    private static final Alerting ALERTING = Alerting.standard();
    private static final Alerting SHARDED = Alerting.named("sharded")
            .anomalies("ANOMALY#{at:day}#{shard:4}", "{at}#{deviceId}")
            .keepAnomalies(Duration.ofDays(30))
            .build();

    private Varve open(Alerting alerting) {
        return open(Schema.of(harness().newTableName(), alerting.with(READINGS)));
    }

    private static AlertProcessor<Reading> processor(Varve db, Alerting alerting, Detector... detectors) {
        return AlertProcessor.on(db.alerts(alerting), db.series(READINGS))
                .detectors(detectors)
                .build();
    }

    private static void handle(AlertProcessor<Reading> processor, List<Reading> readings) {
        BlockingTable.await(
                processor.handle(readings.stream().map(AnomalyContract::change).toList()));
    }

    private static Change change(Reading reading) {
        Key key = READINGS.itemKey(READINGS.keyOf(reading), reading.at());
        return new Change(new FeedPosition("1"), reading.at(), key, null, Item.empty(), Change.Cause.WRITE);
    }

    private List<Reading> append(Varve db, String device, double... temperatures) {
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < temperatures.length; i++) {
            Reading reading = new Reading(device, at(i - temperatures.length), temperatures[i]);
            db.series(READINGS).append(reading);
            readings.add(reading);
        }
        return readings;
    }

    private LocalDate today() {
        return clock().instant().atOffset(ZoneOffset.UTC).toLocalDate();
    }

    @Test
    void anomalyIsOneItemWithAllDeviations() {
        Varve db = open(ALERTING);
        AlertProcessor<Reading> processor = processor(
                db,
                ALERTING,
                Detector.range("temperature", 0, 40),
                Detector.zScore("temperature", 3).over(5, 3));
        List<Reading> readings = append(db, "d-1", 20, 21, 20, 21, 55);
        handle(processor, readings);
        handle(processor, readings);
        List<Anomaly> found = db.alerts(ALERTING).anomalies(today()).list();
        assertThat(found).hasSize(1);
        Instant at = readings.get(4).at();
        assertThat(found.get(0).at()).isEqualTo(at);
        assertThat(found.get(0).findings()).extracting(Deviation::detector).containsExactly("range", "z-score");
        String table = db.schema().tables().get(0).name();
        assertThat(read(db.table(table), key("ANOMALY#2060-04-20", "2060-04-20T13:59:59.000Z#d-1")))
                .isNotNull();
    }

    @Test
    void windowIncludesReadingsFromBeforeABatchAndARestart() {
        Varve db = open(ALERTING);
        Detector score = Detector.zScore("temperature", 3).over(5, 4);
        List<Reading> readings = append(db, "d-1", 20, 21, 20, 21, 30);
        for (Reading reading : readings) {
            handle(processor(db, ALERTING, score), List.of(reading));
        }
        assertThat(db.alerts(ALERTING).anomalies(today()).list()).hasSize(1);
    }

    @Test
    void anomaliesOfADayAreReadInPagesAcrossDevicesAndShards() {
        Varve db = open(SHARDED);
        AlertProcessor<Reading> processor = processor(db, SHARDED, Detector.range("temperature", 0, 40));
        for (int device = 0; device < 7; device++) {
            handle(processor, append(db, "d-" + device, 20, 50, 60));
        }
        List<Anomaly> all = new ArrayList<>();
        PageToken next = null;
        do {
            HistoryPage<Anomaly> page =
                    db.alerts(SHARDED).anomalies(today()).limit(4).page(next);
            all.addAll(page.events());
            next = page.next();
        } while (next != null);
        assertThat(all).hasSize(14);
        assertThat(all).extracting(Anomaly::at).isSorted();
        assertThat(all).extracting(Anomaly::deviceId).contains("d-0", "d-6");
        assertThat(db.alerts(SHARDED).anomalies(today().plusDays(1)).list()).isEmpty();
    }
}
