package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.Varve;
import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.item.Value;
import dev.varve.series.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The registry of devices: entries, the time they were last seen, online and offline. */
class RegistryTest extends FleetContract {

    private static Reading reading(Instant at) {
        return new Reading("sensor_01", at, 20, 45, 87);
    }

    private OpenFleet<Reading> openWith(FleetDevice... devices) {
        Fleet<Reading> fleet = fleetOf(Reading.class).build();
        OpenFleet<Reading> open = fleet.on(open(fleet));
        List.of(devices).forEach(open.devices()::register);
        return open;
    }

    @Test
    void deviceIsRegisteredOnce() {
        OpenFleet<Reading> fleet = openWith(FleetDevice.of("sensor_01", "A"));
        assertThat(fleet.devices().register(FleetDevice.of("sensor_01", "B")))
                .isInstanceOfSatisfying(
                        EntityOutcome.Exists.class,
                        exists ->
                                assertThat(exists.existing()).extracting("name").isEqualTo("A"));
        clock.advance(Duration.ofMinutes(1));
        fleet.devices().setFirmware("sensor_01", "2.2.0");
        FleetDevice changed = fleet.devices().find("sensor_01").orElseThrow();
        assertThat(changed.firmware()).hasValue("2.2.0");
        assertThat(changed.updatedAt())
                .hasValue(changed.createdAt().orElseThrow().plusSeconds(60));
        assertThat(fleet.devices().remove("sensor_01").isDone()).isTrue();
        assertThat(fleet.devices().setFirmware("sensor_01", "3")).isInstanceOf(EntityOutcome.Missing.class);
    }

    @Test
    void lastSeenIsWrittenAtMostEveryQuarterOfTheLimit() {
        Fleet<Reading> declared =
                fleetOf(Reading.class).inactiveAfter(Duration.ofMinutes(20)).build();
        OpenFleet<Reading> fleet = declared.on(openCounted(declared));
        fleet.devices().register(FleetDevice.of("sensor_01", "A"));
        Instant start = clock.instant();
        fleet.append(reading(start));
        counted().reset();
        for (int minute = 1; minute <= 12; minute++) {
            clock.advance(Duration.ofMinutes(1));
            fleet.append(reading(clock.instant()));
        }
        // The journal of packed readings is not a table.
        assertThat(counted().writes()).isEqualTo((isPacked() ? 0 : 12) + 2);
        assertThat(fleet.devices().find("sensor_01").flatMap(FleetDevice::lastSeenAt))
                .hasValue(start.plus(Duration.ofMinutes(10)));
    }

    @Test
    void readingWithAnInvalidClockIsRefusedAndLaterOnesAreStored() {
        OpenFleet<Reading> fleet = openWith(FleetDevice.of("sensor_01", "A"));
        Reading first = reading(Instant.parse("0001-01-01T00:00:00Z"));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> fleet.append(first)).isInstanceOf(Rejected.class);
        }
        assertThat(fleet.append(reading(clock.instant()))).isInstanceOf(Outcome.Applied.class);
    }

    @Test
    void lastSeenMovesNeitherBackNorIntoTheFuture() {
        OpenFleet<Reading> fleet = openWith(FleetDevice.of("sensor_01", "A"));
        Instant now = clock.instant();
        fleet.append(reading(now.plus(Duration.ofHours(3))));
        assertThat(fleet.devices().find("sensor_01").flatMap(FleetDevice::lastSeenAt))
                .hasValue(now);
        openWith().append(reading(now.minus(Duration.ofHours(3))));
        assertThat(fleet.devices().find("sensor_01").flatMap(FleetDevice::lastSeenAt))
                .hasValue(now);
    }

    @Test
    void locationChangedByAnotherProcessIsReadAfterAQuarterOfTheLimit() {
        OpenFleet<Reading> fleet = openWith(FleetDevice.of("sensor_01", "A").withLocation("hall-3"));
        fleet.append(reading(clock.instant()));
        openWith().devices().move("sensor_01", "hall-4");
        Instant old = clock.instant().minus(Duration.ofDays(1));
        fleet.append(reading(old));
        clock.advance(Duration.ofMinutes(4));
        fleet.append(reading(old.plusSeconds(1)));
        assertThat(fleet.device("sensor_01")
                        .readings()
                        .between(old, old.plusSeconds(2))
                        .list())
                .extracting(found -> found.location().orElseThrow())
                .containsExactly("hall-3", "hall-4");
    }

    @Test
    void silentDevicesAreOffline() {
        OpenFleet<Reading> fleet = openWith(
                FleetDevice.of("sensor_01", "A"),
                FleetDevice.of("never", "B"),
                FleetDevice.of("spare", "C").withStatus(DeviceStatus.INACTIVE));
        fleet.append(reading(clock.instant()));
        assertThat(fleet.device("sensor_01").isOnline()).isTrue();
        eventually(() -> ids(fleet.devices().online().list()), Set.of("sensor_01"));
        clock.advance(Duration.ofMinutes(18));
        assertThat(fleet.device("sensor_01").isOnline()).isTrue();
        clock.advance(Duration.ofMinutes(1));
        assertThat(fleet.device("sensor_01").isOnline()).isFalse();
        assertThat(fleet.device("nobody").isOnline()).isFalse();
        eventually(() -> ids(fleet.devices().offline().list()), Set.of("sensor_01", "never"));
        fleet.append(reading(clock.instant()));
        eventually(() -> ids(fleet.devices().offline().list()), Set.of("never"));
    }

    private static Set<String> ids(List<FleetDevice> devices) {
        return devices.stream().map(FleetDevice::deviceId).collect(Collectors.toSet());
    }

    @Test
    void unknownDeviceIsRegisteredIfTheFleetAllowsIt() {
        Fleet<Reading> declared = fleetOf(Reading.class).registerUnknown().build();
        OpenFleet<Reading> fleet = declared.on(open(declared));
        fleet.appendAll(readings("sensor_07", "14:00:00", 20, 21, 22));
        FleetDevice device = fleet.device("sensor_07").metadata().orElseThrow();
        assertThat(device.name()).isEqualTo("sensor_07");
        assertThat(device.status()).isEqualTo(DeviceStatus.ACTIVE);
        assertThat(device.lastSeenAt()).isPresent();
    }

    @Test
    void unknownDeviceIsNotRegisteredOtherwise() {
        OpenFleet<Reading> fleet = openWith();
        assertThat(fleet.append(reading(clock.instant())).isStored()).isTrue();
        assertThat(fleet.device("sensor_01").metadata()).isEmpty();
    }

    @Test
    void statusOfALargeFleetIsSharded() {
        Fleet<Reading> declared = fleetOf(Reading.class).statusShards(4).build();
        Varve db = open(declared);
        OpenFleet<Reading> fleet = declared.on(db);
        for (int i = 0; i < 20; i++) {
            fleet.devices().register(FleetDevice.of("sensor_" + i, "Sensor " + i));
        }
        eventually(() -> fleet.devices().withStatus(DeviceStatus.ACTIVE).count(), 20L);
        Set<Value> partitions = fleet.devices().stream()
                .map(device ->
                        item(db, "DEVICE#" + device.deviceId(), "#METADATA").value("gsi1pk"))
                .collect(Collectors.toSet());
        assertThat(partitions)
                .containsExactlyInAnyOrder(
                        Value.of("DEVICE_STATUS#active#0"),
                        Value.of("DEVICE_STATUS#active#1"),
                        Value.of("DEVICE_STATUS#active#2"),
                        Value.of("DEVICE_STATUS#active#3"));
    }
}
