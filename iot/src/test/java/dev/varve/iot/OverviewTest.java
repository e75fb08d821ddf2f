package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.Varve;
import dev.varve.alert.Anomaly;
import dev.varve.alert.Detector;
import dev.varve.alert.Deviation;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupRow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queries over many devices: by location, over the fleet, and with baselines. */
class OverviewTest extends FleetContract {

    private static RollupRow hour(OpenFleet<?> fleet, String location, String from) {
        return fleet.rowsAt(location)
                .hourly()
                .between(at(from), at(from).plusSeconds(3_600))
                .first()
                .orElseThrow();
    }

    @Test
    void readingsBelongToTheLocationOfTheirDevice() {
        Fleet<Reading> declared = fleetOf(Reading.class).wholeFleet().build();
        Varve db = open(declared);
        OpenFleet<Reading> fleet = declared.on(db);
        fleet.devices().register(FleetDevice.of("sensor_01", "A").withLocation("hall-3"));
        fleet.devices().register(FleetDevice.of("sensor_02", "B").withLocation("hall-4"));
        fleet.appendAll(readings("sensor_01", "13:58:00", 10, 20));
        fleet.appendAll(readings("sensor_02", "13:58:00", 40));
        fleet.devices().move("sensor_01", "hall-4");
        fleet.appendAll(readings("sensor_01", "14:58:00", 30));
        clock.advance(Duration.ofHours(2));
        catchUp(fleet);
        assertThat(hour(fleet, "hall-3", "13:00:00").avg("temperature")).hasValue(15);
        assertThat(hour(fleet, "hall-4", "13:00:00").avg("temperature")).hasValue(40);
        assertThat(hour(fleet, "hall-4", "14:00:00").avg("temperature")).hasValue(30);
        assertThat(item(db, "LOCATION#hall-3", "AGG#hourly#2026-04-20T13:00:00Z")
                        .number("readingCount")
                        .longValueExact())
                .isEqualTo(2);
        assertThat(fleet.rows()
                        .daily()
                        .between(at("00:00:00"), at("00:00:01"))
                        .first()
                        .orElseThrow()
                        .count())
                .isEqualTo(4);
    }

    @Test
    void locationOfAReadingIsKept() {
        Fleet<Reading> declared = fleetOf(Reading.class).build();
        OpenFleet<Reading> fleet = declared.on(open(declared));
        fleet.devices().register(FleetDevice.of("sensor_01", "A").withLocation("hall-3"));
        Reading truck = new Reading("sensor_01", at("14:00:00"), 4, 45, 87, java.util.Optional.of("truck"));
        fleet.append(truck);
        assertThat(fleet.device("sensor_01").latest()).hasValue(truck);
    }

    @Test
    void anomaliesOfAllDevicesAreFoundByDayAndRange() {
        Fleet<Reading> declared = fleetOf(Reading.class)
                .detectors(Detector.range("temperature", -20, 50))
                .build();
        Varve db = open(declared);
        OpenFleet<Reading> fleet = declared.on(db);
        fleet.appendAll(readings("sensor_01", "14:00:00", 20, 70));
        fleet.appendAll(readings("sensor_02", "14:00:00", -40, 20));
        catchUp(fleet);
        assertThat(fleet.anomalies(LocalDate.of(2026, 4, 20)).list())
                .extracting(Anomaly::deviceId)
                .containsExactly("sensor_02", "sensor_01");
        assertThat(fleet.anomalies(TimeRange.of(at("14:01:00"), at("15:00:00"))).list())
                .singleElement()
                .satisfies(anomaly -> assertThat(anomaly.findings())
                        .extracting(Deviation::value)
                        .containsExactly(70.0));
        item(db, "ANOMALY#2026-04-20", "2026-04-20T14:01:00Z#sensor_01");
    }

    @Test
    void undeclaredFieldsAreRolledUpAndChecked() {
        Fleet<DynamicReading> declared = fleetOf(DynamicReading.class)
                .registerUnknown()
                .detectors(Detector.range("co2", 0, 1_000))
                .build();
        Varve db = open(declared);
        OpenFleet<DynamicReading> fleet = declared.on(db);
        fleet.append(new DynamicReading("d-1", at("14:00:00"), Map.of("temperature", 22.0, "co2", 400.0)));
        fleet.append(new DynamicReading("d-1", at("14:01:00"), Map.of("temperature", 23.0, "co2", 1_400.0)));
        letHoursBeSealed();
        catchUp(fleet);
        var row = hour(db, fleet, "d-1", "14:00:00");
        assertThat(row.number("avgTemperature").doubleValue()).isEqualTo(22.5);
        assertThat(row.number("maxCo2").doubleValue()).isEqualTo(1_400);
        assertThat(row.number("readingCount").longValueExact()).isEqualTo(2);
        assertThat(fleet.anomalies(LocalDate.of(2026, 4, 20)).list()).hasSize(1);
        assertThat(fleet.device("d-1").metadata()).isPresent();
        assertThat(fleet.device("d-1").latest().orElseThrow().fields()).containsEntry("co2", 1_400.0);
    }

    @Test
    void readingIsComparedWithTheSameHourOfTheWeeksBefore() {
        Fleet<Reading> declared = fleetOf(Reading.class)
                .baseline(BaselineWindow.of("temperature").weeks(2))
                .build();
        OpenFleet<Reading> fleet = declared.on(open(declared));
        List<Reading> before = new ArrayList<>();
        for (int week = 1; week <= 2; week++) {
            Instant hour = at("14:00:00").minus(Duration.ofDays(7L * week));
            for (int i = 0; i < 10; i++) {
                before.add(new Reading("sensor_01", hour.plusSeconds(i), 20 + i % 2, 45, 87));
            }
        }
        fleet.appendAll(before);
        catchUp(fleet);
        fleet.appendAll(readings("sensor_01", "14:30:00", 20.5, 40));
        catchUp(fleet);
        BaselineComparison comparison =
                fleet.device("sensor_01").compare("temperature").orElseThrow();
        assertThat(comparison.value()).isEqualTo(40);
        assertThat(comparison.baseline().mean()).isCloseTo(20.5, within(1e-9));
        assertThat(comparison.deviations()).isGreaterThan(30);
        assertThat(fleet.anomalies(LocalDate.of(2026, 4, 20)).list())
                .extracting(Anomaly::at)
                .containsExactly(at("14:31:00"));
        assertThat(fleet.device("nobody").compare("temperature")).isEmpty();
    }
}
