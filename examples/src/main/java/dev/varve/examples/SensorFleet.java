package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.alert.Severity;
import dev.varve.engine.Engine;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.Fleet;
import dev.varve.iot.FleetDevice;
import dev.varve.iot.OpenDevice;
import dev.varve.iot.OpenFleet;
import dev.varve.iot.Reading;
import dev.varve.iot.ReadingForm;
import dev.varve.iot.ReadingWriter;
import dev.varve.rollup.RollupRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A warehouse of sensors in one table: registry, readings, rollups by hall, alerts, anomalies. */
public final class SensorFleet {

    private SensorFleet() {}

    // guide: declaration
    static final Fleet<Reading> FLEET = Fleet.of(Reading.class) // or a record of your own
            .table("sensor-fleet")
            .inactiveAfter(Duration.ofMinutes(15))
            .rules(AlertRule.named("too-hot")
                    .above("temperature", 30)
                    .severity(Severity.CRITICAL)
                    .message("Temperature exceeded 30°C")
                    .build())
            .detectors(Detector.range("humidity", 10, 90))
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, FLEET.schema());
        Instant now = clock.instant();
        Instant hour = now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(1));
        List<String> lines = new ArrayList<>();
        // guide: writing
        OpenFleet<Reading> fleet = FLEET.on(db);
        fleet.devices().register(FleetDevice.of("sensor_01", "Warehouse Temp A").withLocation("hall-3"));
        fleet.devices().register(FleetDevice.of("sensor_02", "Warehouse Temp B").withLocation("hall-3"));
        fleet.append(new Reading("sensor_01", hour, 22.4, 45, 87));
        fleet.append(new Reading("sensor_02", hour, 31.6, 95, 64));
        fleet.devices().move("sensor_02", "hall-4"); // its older readings stay in hall 3
        fleet.append(new Reading("sensor_02", now, 27, 44, 64));
        // guide: end

        // guide: processing
        fleet.processing().catchUp(Duration.ofMinutes(1)); // a server calls fleet.processing().start()
        // guide: end

        // guide: asking
        OpenDevice<Reading> device = fleet.device("sensor_02");
        Optional<FleetDevice> metadata = device.metadata();
        Optional<Reading> latest = device.latest();
        List<Reading> readings = device.readings().last(Duration.ofHours(2)).list();
        List<RollupRow> week = device.rows().daily().last(Duration.ofDays(7)).list();
        List<Alert> history = device.alerts().list();
        // guide: end
        lines.add("%s at %s: %s, %s readings, %s day, %s alert"
                .formatted(
                        metadata.map(FleetDevice::name).orElseThrow(),
                        metadata.flatMap(FleetDevice::location).orElseThrow(),
                        latest.map(Reading::temperature).orElseThrow(),
                        readings.size(),
                        week.size(),
                        history.size()));

        // guide: overview
        List<FleetDevice> active =
                fleet.devices().withStatus(DeviceStatus.ACTIVE).list();
        List<FleetDevice> silent = fleet.devices().offline().list();
        List<Alert> critical = fleet.criticalAlerts().list();
        Map<String, Reading> all = fleet.latest();
        LocalDate day = hour.atOffset(ZoneOffset.UTC).toLocalDate();
        long anomalies = fleet.anomalies(day).count();
        List<RollupRow> hall = fleet.rowsAt("hall-3")
                .hourly()
                .between(hour, hour.plusSeconds(1))
                .list();
        // guide: end
        lines.add("active %s, silent %s, latest %s".formatted(active.size(), silent.size(), all.size()));
        lines.add("critical %s, anomalies %s".formatted(critical.size(), anomalies));
        lines.add("hall 3 had %s on average"
                .formatted(hall.get(0).avg("temperature").orElseThrow()));
        db.processing().close();

        OpenFleet<DynamicReading> anything = ANYTHING.on(Varve.open(engine, ANYTHING.schema()));
        receive(anything, "fan-7", hour);
        lines.add("readings as numbers: " + poll(anything, hour.plusSeconds(60)));
        lines.add("registered by its reading: "
                + anything.device("fan-7").metadata().map(FleetDevice::name).orElse("nobody"));
        return lines;
    }

    // guide: dynamic
    static final Fleet<DynamicReading> ANYTHING = Fleet.dynamic("anything");

    static void receive(OpenFleet<DynamicReading> fleet, String deviceId, Instant at) {
        Map<String, Double> fields = Map.of("co2", 412.0, "fanSpeed", 1_200.0); // avgCo2, avgFanSpeed
        fleet.append(new DynamicReading(deviceId, at, fields));
    }
    // guide: end

    // guide: numbers
    static final ReadingForm FAN = ReadingForm.of("fan-7", "co2", "fanSpeed");

    static long poll(OpenFleet<DynamicReading> fleet, Instant at) {
        ReadingWriter.Batch batch = ReadingWriter.on(fleet).batch();
        batch.add(FAN, at, 409, 1_180);
        batch.add(FAN, at.plusSeconds(10), 411.5, 1_200);
        return batch.append().applied(); // complete when the batch is durable
    }
    // guide: end

    public static void main(String[] args) {
        Embedded.print(SensorFleet::run);
    }
}
