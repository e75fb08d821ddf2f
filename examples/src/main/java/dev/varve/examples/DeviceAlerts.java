package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertProcessor;
import dev.varve.alert.AlertRule;
import dev.varve.alert.AlertStore;
import dev.varve.alert.Alerting;
import dev.varve.alert.Backtest;
import dev.varve.alert.Detector;
import dev.varve.alert.Notifier;
import dev.varve.alert.Severity;
import dev.varve.engine.Engine;
import dev.varve.key.TimeRange;
import dev.varve.schema.Schema;
import dev.varve.series.OpenSeries;
import dev.varve.series.Series;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Alerts of a warehouse: too hot for a while, silent devices, and anomalies. */
public final class DeviceAlerts {

    private DeviceAlerts() {}

    record Reading(String deviceId, Instant at, double temperature) {}

    static final Series<Reading> READINGS = Series.of(Reading.class)
            .named("readings")
            .partition("DEVICE#{deviceId}")
            .sort("READING#{at}")
            .build();

    // guide: rules
    static final Alerting ALERTING = Alerting.standard();

    static final AlertRule TOO_HOT = AlertRule.named("too-hot")
            .above("temperature", 30)
            .clearAt(28) // 29 neither opens nor resolves
            .lasting(Duration.ofMinutes(2))
            .severity(Severity.CRITICAL)
            .message("Temperature exceeded 30°C")
            .build();

    static final AlertRule SILENT =
            AlertRule.named("silent").silentFor(Duration.ofMinutes(15)).build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("warehouse", ALERTING.with(READINGS)));
        OpenSeries<Reading> readings = db.series(READINGS);
        Instant now = clock.instant();
        Instant start = now.minus(Duration.ofHours(1));
        double[] temperatures = {27, 31, 29, 31, 32, 33, 29, 27};
        for (int minute = 0; minute < temperatures.length; minute++) {
            readings.append(new Reading("sensor_01", start.plus(Duration.ofMinutes(minute)), temperatures[minute]));
        }

        List<String> lines = new ArrayList<>();
        // guide: backtest
        TimeRange lastHour = TimeRange.of(start, now); // [from, to)
        List<Backtest.Episode> episodes = Backtest.on(readings).run(TOO_HOT, lastHour, "sensor_01");
        // guide: end
        for (Backtest.Episode episode : episodes) {
            lines.add("would have opened in minute %s, for the reading of minute %s"
                    .formatted(minutes(start, episode.openedAt()), minutes(start, episode.readingAt())));
        }

        Notifier notifier = notice -> {
            lines.add(notice.event() + " " + notice.alert().rule());
            return Notifier.none().notify(notice);
        };
        // guide: processor
        AlertProcessor<Reading> processor = AlertProcessor.on(db.alerts(ALERTING), readings)
                .rules(TOO_HOT, SILENT)
                .detectors(Detector.zScore("temperature", 3).over(60, 10))
                .notifier(notifier) // gets each notice at least once
                .build();
        processor.tick(now); // normally called by a consumer of the table's change feed
        // guide: end

        // guide: alerts
        AlertStore alerts = db.alerts(ALERTING);
        for (Alert alert : alerts.of("sensor_01").list()) { // newest first
            alerts.acknowledge(alert, "ada");
            alerts.resolve(alert, "ada"); // its rule opens another alert only after a good reading
        }
        List<Alert> left = alerts.unresolved(Severity.CRITICAL).list(); // on all devices
        // guide: end
        lines.add("unresolved: " + left.size());
        return lines;
    }

    private static long minutes(Instant start, Instant at) {
        return Duration.between(start, at).toMinutes();
    }

    public static void main(String[] args) {
        Embedded.print(DeviceAlerts::run);
    }
}
