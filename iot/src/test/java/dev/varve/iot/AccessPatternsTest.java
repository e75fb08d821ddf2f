package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.varve.Varve;
import dev.varve.alert.Alert;
import dev.varve.alert.AlertRule;
import dev.varve.alert.Severity;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.key.Grain;
import dev.varve.rollup.RollupRow;
import dev.varve.series.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The eight access patterns of a fleet: stored keys and cost. */
class AccessPatternsTest extends FleetContract {

    private static final AlertRule TOO_HOT = AlertRule.named("too-hot")
            .above("temperature", 30)
            .severity(Severity.CRITICAL)
            .message("Temperature exceeded 30°C")
            .build();

    private Fleet<Reading> declared;
    private Varve db;
    private OpenFleet<Reading> fleet;

    @BeforeEach
    void openFleet() {
        declared = fleetOf(Reading.class).rules(TOO_HOT).build();
        db = open(declared);
        fleet = declared.on(db);
    }

    private static FleetDevice warehouse() {
        return FleetDevice.of("sensor_01", "Warehouse Temp A")
                .withFirmware("2.1.0")
                .withLocation("hall-3")
                .withLabel("floor", "2");
    }

    @Test
    void ap1MetadataOfADeviceIsOneGet() {
        assumeFalse(isPacked(), "a packed series is open on one engine, so its requests cannot be counted beside");
        fleet.devices().register(warehouse());
        OpenFleet<Reading> counted = declared.on(openCounted(declared));
        FleetDevice device = counted.device("sensor_01").metadata().orElseThrow();
        assertThat(counted().used().total().read()).isEqualTo(0.5);
        assertThat(device.name()).isEqualTo("Warehouse Temp A");
        assertThat(device.createdAt()).hasValue(clock.instant());

        Item stored = item(db, "DEVICE#sensor_01", "#METADATA");
        assertThat(stored.without("pk", "sk", "createdAt", "updatedAt"))
                .isEqualTo(Item.of(
                        "gsi1pk", "DEVICE_STATUS#active",
                        "gsi1sk", "DEVICE#sensor_01",
                        "deviceId", "sensor_01",
                        "name", "Warehouse Temp A",
                        "type", "sensor",
                        "status", "active",
                        "location", "hall-3",
                        "firmware", "2.1.0",
                        "labels", Map.of("floor", "2")));
        assertThat(stored.value("createdAt")).isEqualTo(Value.of("2026-04-20T15:00:00Z"));
    }

    @Test
    void ap2DevicesAreFoundByStatus() {
        fleet.devices().register(warehouse());
        fleet.devices().register(FleetDevice.of("gateway_1", "Gate").withType(DeviceType.GATEWAY));
        fleet.devices().setStatus("gateway_1", DeviceStatus.MAINTENANCE);
        eventually(() -> ids(DeviceStatus.ACTIVE), List.of("sensor_01"));
        eventually(() -> ids(DeviceStatus.MAINTENANCE), List.of("gateway_1"));
        assertThat(item(db, "DEVICE#gateway_1", "#METADATA").value("gsi1pk"))
                .isEqualTo(Value.of("DEVICE_STATUS#maintenance"));
        eventually(() -> fleet.devices().stream().count(), 2L);
    }

    private List<String> ids(DeviceStatus status) {
        return fleet.devices().withStatus(status).stream()
                .map(FleetDevice::deviceId)
                .toList();
    }

    @Test
    void ap3ReadingsOfTheLastHourAreOneQuery() {
        assumeFalse(isPacked(), "a packed series is open on one engine, so its requests cannot be counted beside");
        fleet.appendAll(readings("sensor_01", "13:58:00", new double[62]));
        OpenFleet<Reading> counted = declared.on(openCounted(declared));
        List<Reading> hour = counted.device("sensor_01")
                .readings()
                .between(at("14:00:00"), at("15:00:00"))
                .list();
        assertThat(hour).hasSize(60);
        assertThat(counted().queries()).isOne();
        assertThat(fleet.device("sensor_01")
                        .readings()
                        .last(Duration.ofMinutes(2))
                        .list())
                .extracting(Reading::at)
                .containsExactly(at("14:59:00"));
    }

    @Test
    void ap4LatestReadingReadsOneItem() {
        assumeFalse(isPacked(), "the newest packed readings are in memory");
        fleet.appendAll(readings("sensor_01", "14:00:00", 22.4, 22.5));
        OpenFleet<Reading> counted = declared.on(openCounted(declared));
        assertThat(counted.device("sensor_01").latest().map(Reading::temperature))
                .hasValue(22.5);
        assertThat(counted().itemsFetched()).isOne();
        assertThat(counted().used().total().read()).isEqualTo(0.5);
        fleet.append(readings("sensor_02", "14:00:00", 7).get(0));
        assertThat(fleet.latest()).containsOnlyKeys("sensor_01", "sensor_02");
        assertThat(fleet.latest(List.of("sensor_02", "nobody")).values())
                .extracting(Reading::temperature)
                .containsExactly(7.0);
    }

    @Test
    void ap5AndAp6AlertsOfADeviceAndCriticalOnesOfTheFleet() {
        fleet.appendAll(readings("sensor_01", "14:00:00", 22.4, 31));
        fleet.appendAll(readings("sensor_02", "14:00:00", 35));
        catchUp(fleet);
        List<Alert> ofDevice = fleet.device("sensor_01").alerts().list();
        assertThat(ofDevice).extracting(Alert::message).containsExactly("Temperature exceeded 30°C");
        Alert alert = ofDevice.get(0);
        Item stored = item(db, "DEVICE#sensor_01", "ALERT#" + alert.alertId());
        assertThat(stored.value("gsi1pk")).isEqualTo(Value.of("ALERT_SEVERITY#critical"));
        assertThat(stored.value("gsi1sk")).isEqualTo(Value.of("ALERT#" + alert.alertId()));
        eventually(() -> fleet.criticalAlerts().count(), 2L);

        fleet.alerts().acknowledge(alert, "ada");
        assertThat(fleet.alerts().resolve(alert, "ada")).isPresent();
        eventually(
                () -> fleet.criticalAlerts().list().stream()
                        .map(Alert::deviceId)
                        .toList(),
                List.of("sensor_02"));
        assertThat(item(db, "DEVICE#sensor_01", "ALERT#" + alert.alertId()).has("gsi1pk"))
                .isFalse();
        assertThat(fleet.device("sensor_01").alerts().list()).hasSize(1);
    }

    @Test
    void ap7RowsHaveTheDocumentedKeysAndNames() {
        fleet.appendAll(readings("sensor_01", "13:59:00", 20, 22.4, 23.2));
        clock.set(Instant.parse("2026-05-02T00:00:00Z"));
        catchUp(fleet);
        Item hour = hour(db, fleet, "sensor_01", "14:00:00");
        assertThat(hour.without("pk", "sk", "rowVersion"))
                .isEqualTo(Item.of(
                                "readingCount", 2,
                                "countTemperature", 2,
                                "sumTemperature", 45.6,
                                "minTemperature", 22.4,
                                "maxTemperature", 23.2,
                                "avgTemperature", 22.8)
                        .with("countHumidity", Value.of(2))
                        .with("sumHumidity", Value.of(90))
                        .with("minHumidity", Value.of(45))
                        .with("maxHumidity", Value.of(45))
                        .with("avgHumidity", Value.of(45))
                        .with("countBattery", Value.of(2))
                        .with("sumBattery", Value.of(174))
                        .with("minBattery", Value.of(87))
                        .with("maxBattery", Value.of(87))
                        .with("avgBattery", Value.of(87)));
        assertThat(item(db, "DEVICE#sensor_01", "AGG#daily#2026-04-20").value("readingCount"))
                .isEqualTo(Value.of(3));
        assertThat(item(db, "DEVICE#sensor_01", "AGG#monthly#2026-04").value("readingCount"))
                .isEqualTo(Value.of(3));
        RollupRow day = fleet.device("sensor_01")
                .rows()
                .daily()
                .between(at("00:00:00"), at("23:59:59"))
                .first()
                .orElseThrow();
        assertThat(day.count()).isEqualTo(3);
        assertThat(day.avg("temperature")).hasValueCloseTo(65.6 / 3, within(1e-9));
    }

    @Test
    void ap7SixMonthsOfDaysAreOneQuery() {
        assumeFalse(isPacked(), "a packed series is open on one engine, so its requests cannot be counted beside");
        declared = fleetOf(Reading.class).keepForEver().build();
        db = open(declared);
        fleet = declared.on(db);
        for (int day = 0; day < 181; day += 3) {
            fleet.append(new Reading("sensor_01", at("12:00:00").minus(Duration.ofDays(day + 1)), day, 45, 87));
        }
        letHoursBeSealed();
        catchUp(fleet);
        OpenFleet<Reading> counted = declared.on(openCounted(declared));
        List<RollupRow> days = counted.device("sensor_01")
                .rows()
                .daily()
                .between(at("00:00:00").minus(Duration.ofDays(181)), at("00:00:00"))
                .list();
        assertThat(days).hasSize(61).allMatch(day -> day.kind() == RollupRow.Kind.STORED);
        assertThat(counted().queries()).isOne();
    }

    @Test
    void ap8ReadingIsOneUnitAndExpiresAfterThirtyDays() {
        assumeFalse(isPacked(), "a packed reading is not an item");
        fleet.devices().register(warehouse());
        fleet.append(readings("sensor_01", "14:00:00", 22.4).get(0));
        Outcome<Reading> second =
                fleet.append(readings("sensor_01", "14:01:00", 22.5).get(0));
        assertThat(second).isInstanceOf(Outcome.Applied.class);
        assertThat(second.capacity().total().write()).isEqualTo(1);
        assertThat(item(db, "DEVICE#sensor_01", "READING#2026-04-20T14:01:00Z").without("pk", "sk"))
                .isEqualTo(Item.of(
                                "deviceId",
                                "sensor_01",
                                "at",
                                "2026-04-20T14:01:00Z",
                                "temperature",
                                22.5,
                                "humidity",
                                45,
                                "battery",
                                87,
                                "location",
                                "hall-3")
                        .with(
                                "ttl",
                                Value.of(
                                        at("14:01:00").plus(Duration.ofDays(30)).getEpochSecond())));
        OpenFleet<Reading> counted = declared.on(openCounted(declared));
        counted.appendAll(readings("sensor_01", "14:02:00", 22.5));
        counted().reset();
        counted.appendAll(readings("sensor_01", "14:02:30", 22.5, 22.6));
        assertThat(counted().writes()).isEqualTo(2);
        assertThat(counted().used().total().write()).isEqualTo(2);
        assertThat(counted().used().total().read()).isZero();
    }

    @Test
    void rowsMayExpire() {
        declared =
                fleetOf(Reading.class).keepRows(Grain.HOUR, Duration.ofDays(90)).build();
        db = open(declared);
        fleet = declared.on(db);
        fleet.append(readings("sensor_01", "14:00:00", 22.4).get(0));
        letHoursBeSealed();
        catchUp(fleet);
        // A page of rows has the key of the first row of its day.
        String start = isPacked() ? "2026-04-20T00:00:00Z" : "2026-04-20T14:00:00Z";
        assertThat(item(db, "DEVICE#sensor_01", "AGG#hourly#" + start).value("ttl"))
                .isEqualTo(Value.of(at("14:00:00").plus(Duration.ofDays(90)).getEpochSecond()));
    }
}
