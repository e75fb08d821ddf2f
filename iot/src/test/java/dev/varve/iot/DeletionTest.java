package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.varve.Varve;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Detector;
import dev.varve.alert.Severity;
import dev.varve.error.Rejected;
import dev.varve.key.TimeRange;
import dev.varve.table.Query;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A deleted device leaves no items, even if its deletion was interrupted. */
class DeletionTest extends FleetContract {

    private Fleet<Reading> declared(FleetLayout layout) {
        return fleetOf(Reading.class)
                .layout(layout)
                .registerUnknown()
                .rules(AlertRule.named("too-hot")
                        .above("temperature", 30)
                        .severity(Severity.CRITICAL)
                        .build())
                .detectors(Detector.range("temperature", 10, 30))
                .build();
    }

    private OpenFleet<Reading> filled(FleetLayout layout) {
        Fleet<Reading> fleet = declared(layout);
        OpenFleet<Reading> open = fleet.on(open(fleet));
        for (String id : new String[] {"sensor_01", "sensor_02"}) {
            open.appendAll(readings(id, "13:30:00", 20, 40, 45, 20));
            open.append(new Reading(id, at("10:00:00").minus(Duration.ofDays(3)), 50, 45, 87));
        }
        catchUp(open);
        return open;
    }

    private TimeRange week() {
        return TimeRange.of(
                clock.instant().minus(Duration.ofDays(7)), clock.instant().plus(Duration.ofDays(1)));
    }

    private void assertDeleted(OpenFleet<Reading> fleet, String id) {
        assertThat(fleet.devices().entities().findConsistent(id)).isEmpty();
        assertThat(fleet.readings().identities().list())
                .extracting(parts -> parts.text("deviceId"))
                .doesNotContain(id);
        assertThat(fleet.readings()
                        .history(id)
                        .between(week().from(), week().to())
                        .list())
                .isEmpty();
        assertThat(fleet.device(id).rows().hourly().last(Duration.ofDays(7)).list())
                .isEmpty();
        assertThat(fleet.device(id).rows().monthly().last(Duration.ofDays(40)).list())
                .isEmpty();
        assertThat(fleet.alerts().of(id).list()).isEmpty();
        assertThat(fleet.anomalies(week()).list())
                .noneMatch(found -> found.deviceId().equals(id));
        eventually(
                () -> fleet.criticalAlerts().list().stream()
                        .anyMatch(alert -> alert.deviceId().equals(id)),
                false);
    }

    @Test
    void deletionRemovesOnlyTheDeviceAndItsData() {
        OpenFleet<Reading> fleet = filled(FleetLayout.singleTable());
        assertThat(fleet.alerts().of("sensor_01").list()).isNotEmpty();
        assertThat(fleet.anomalies(week()).list())
                .anyMatch(found -> found.deviceId().equals("sensor_01"));
        assertThat(fleet.deleteDevice("sensor_01")).isEqualTo(5);
        assertDeleted(fleet, "sensor_01");
        // The feed delivers the deletions, and handling them must leave nothing either.
        catchUp(fleet);
        assertDeleted(fleet, "sensor_01");
        assertThat(fleet.deleteDevice("sensor_01")).isZero();
        assertThat(fleet.device("sensor_02").latest()).isPresent();
        assertThat(fleet.alerts().of("sensor_02").list()).isNotEmpty();
        assertThat(fleet.device("sensor_02")
                        .rows()
                        .hourly()
                        .last(Duration.ofDays(7))
                        .list())
                .isNotEmpty();
    }

    @Test
    void partitionOfADeletedDeviceIsEmpty() {
        Fleet<Reading> declared = declared(FleetLayout.singleTable());
        Varve db = open(declared);
        OpenFleet<Reading> fleet = declared.on(db);
        fleet.appendAll(readings("sensor_01", "13:30:00", 20, 40, 45, 20));
        catchUp(fleet);
        fleet.deleteDevice("sensor_01");
        catchUp(fleet);
        assertThat(db.table(table)
                        .query(Query.of("DEVICE#sensor_01").consistent())
                        .items())
                .isEmpty();
    }

    @Test
    void latestReadingInItsOwnTableIsDeleted() {
        assumeFalse(isPacked(), "this layout cannot be packed");
        OpenFleet<Reading> fleet = filled(FleetLayout.fourTables());
        assertThat(fleet.device("sensor_01").latest()).isPresent();
        fleet.deleteDevice("sensor_01");
        catchUp(fleet);
        assertDeleted(fleet, "sensor_01");
        assertThat(fleet.device("sensor_01").latest()).isEmpty();
    }

    @Test
    void rowsInTimeBucketsAreDeleted() {
        OpenFleet<Reading> fleet = filled(FleetLayout.multiGrain());
        fleet.deleteDevice("sensor_01");
        catchUp(fleet);
        assertDeleted(fleet, "sensor_01");
    }

    @Test
    void interruptedDeletionIsFinishedLater() {
        OpenFleet<Reading> fleet = filled(FleetLayout.singleTable());
        // The state after a process was killed: the device is marked, and some readings are deleted.
        fleet.devices().setStatus("sensor_01", DeviceStatus.DELETING);
        fleet.readings().deleteAll(fleet.readings().history("sensor_01").limit(2));
        eventually(
                () -> fleet.devices().withStatus(DeviceStatus.DELETING).list().size(), 1);
        assertThat(fleet.resumeDeletions()).isEqualTo(1);
        catchUp(fleet);
        assertDeleted(fleet, "sensor_01");
        eventually(() -> fleet.resumeDeletions(), 0);
    }

    @Test
    void deletedDeviceThatSendsAgainIsNew() {
        OpenFleet<Reading> fleet = filled(FleetLayout.singleTable());
        fleet.deleteDevice("sensor_01");
        fleet.append(new Reading("sensor_01", clock.instant(), 21, 45, 87));
        catchUp(fleet);
        assertThat(fleet.devices().find("sensor_01")).isPresent();
        assertThat(fleet.readings().identities().list())
                .extracting(parts -> parts.text("deviceId"))
                .contains("sensor_01");
        assertThat(fleet.readings().history("sensor_01").list()).hasSize(1);
    }

    @Test
    void refusedReadingRegistersNothing() {
        Fleet<DynamicReading> declared =
                fleetOf(DynamicReading.class).registerUnknown().build();
        OpenFleet<DynamicReading> fleet = declared.on(open(declared));
        DynamicReading old = new DynamicReading("ghost", Instant.parse("1969-07-20T20:17:00Z"), Map.of("v", 1.0));
        assertThatThrownBy(() -> fleet.append(old)).isInstanceOf(Rejected.class);
        assertThat(fleet.appendAll(java.util.List.of(old)).entries().get(0).error())
                .isInstanceOf(Rejected.class);
        assertThat(fleet.devices().entities().findConsistent("ghost")).isEmpty();
        assertThat(fleet.readings().identities().list()).isEmpty();
    }
}
