package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.varve.Varve;
import dev.varve.alert.Detector;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fleets in other layouts use exactly their keys and attribute names, and return the same results. */
class LayoutTest extends FleetContract {

    /** A reading of a sensor network. */
    record Weather(String deviceId, Instant at, double temperature, int pressure, Optional<String> location) {}

    private static final Instant MORNING = Instant.parse("2025-05-19T10:15:00Z");

    @BeforeEach
    void setClockToTheNextDay() {
        assumeFalse(isPacked(), "the tests read the items of readings");
        clock.set(Instant.parse("2025-05-20T00:10:00Z"));
    }

    private Fleet<Weather> declared(FleetLayout layout) {
        return Fleet.of(Weather.class)
                .table(table)
                .layout(layout)
                .detectors(Detector.range("temperature", 0, 50))
                .build();
    }

    private static Weather weather(String deviceId, Instant at, double temperature) {
        return new Weather(deviceId, at, temperature, 1_013, Optional.empty());
    }

    private static void assertAnswers(OpenFleet<Weather> fleet, String deviceId, double latest, int readings) {
        assertThat(fleet.device(deviceId).latest().map(Weather::temperature)).hasValue(latest);
        assertThat(fleet.device(deviceId)
                        .readings()
                        .between(MORNING.minus(Duration.ofDays(25)), MORNING.plus(Duration.ofDays(1)))
                        .count())
                .isEqualTo(readings);
        assertThat(fleet.device(deviceId)
                        .rows()
                        .hourly()
                        .between(MORNING.minusSeconds(3_600), MORNING.plusSeconds(3_600))
                        .list())
                .isNotEmpty();
    }

    private static long number(Item item, String attribute) {
        return ((Num) item.value(attribute)).longValueExact();
    }

    @Test
    void monthBuckets() {
        Fleet<Weather> declared = declared(FleetLayout.monthBuckets());
        Varve db = open(declared);
        OpenFleet<Weather> fleet = declared.on(db);
        fleet.append(weather("thermostat-123", MORNING, 22.5));
        fleet.append(weather("thermostat-123", MORNING.minus(Duration.ofDays(20)), 15));
        catchUp(fleet);
        Item stored = item(db, "thermostat-123#2025-05", "2025-05-19T10:15:00Z");
        assertThat(stored.names())
                .containsExactlyInAnyOrder(
                        "DeviceTimeBucket", "Timestamp", "DeviceId", "Temperature", "Pressure", "ExpirationTime");
        assertThat(stored.value("DeviceId")).isEqualTo(Value.of("thermostat-123"));
        assertThat(number(stored, "ExpirationTime"))
                .isEqualTo(MORNING.plus(Duration.ofDays(30)).getEpochSecond());
        item(db, "thermostat-123#2025-04", "2025-04-29T10:15:00Z");
        assertAnswers(fleet, "thermostat-123", 22.5, 2);
    }

    @Test
    void writeShards() {
        Fleet<Weather> declared = declared(FleetLayout.writeShards(10));
        Varve db = open(declared);
        OpenFleet<Weather> fleet = declared.on(db);
        List<Weather> sent = IntStream.range(0, 50)
                .mapToObj(i -> weather("sensor-123", MORNING.plusSeconds(i), i % 40))
                .toList();
        assertThat(fleet.appendAll(sent).isAllStored()).isTrue();
        catchUp(fleet);
        Set<String> partitions = sent.stream()
                .map(reading -> declared.readings()
                        .itemKey(declared.readings().keyOf(reading), reading.at())
                        .partition())
                .map(partition -> ((Value.Text) partition).value())
                .collect(Collectors.toSet());
        assertThat(partitions).hasSizeBetween(5, 10).allMatch(partition -> partition.matches("sensor-123#\\d"));
        assertThat(fleet.device("sensor-123")
                        .readings()
                        .between(MORNING, MORNING.plusSeconds(60))
                        .list())
                .isEqualTo(sent);
        assertThat(number(item(db, "DEVICE#sensor-123", "AGG#hourly#2025-05-19T10:00:00Z"), "SampleCount"))
                .isEqualTo(50);
        assertAnswers(fleet, "sensor-123", 9, 50);
    }

    @Test
    void multiGrain() {
        Fleet<Weather> declared = declared(FleetLayout.multiGrain());
        Varve db = open(declared);
        OpenFleet<Weather> fleet = declared.on(db);
        fleet.append(weather("sensor-1", MORNING, 72.5));
        fleet.append(weather("sensor-1", MORNING.plusSeconds(60), 20));
        catchUp(fleet);
        item(db, "sensor-1#RAW#2025-05-19", "2025-05-19T10:15:00Z");
        Item hour = item(db, "sensor-1#HOURLY#2025-05-19", "2025-05-19T10:00:00Z");
        assertThat(hour.number("AvgTemperature").doubleValue()).isEqualTo(46.25);
        assertThat(hour.number("MaxTemperature").doubleValue()).isEqualTo(72.5);
        assertThat(number(hour, "SampleCount")).isEqualTo(2);
        assertThat(item(db, "sensor-1#DAILY#2025-05", "2025-05-19T00:00:00Z")
                        .number("MinTemperature")
                        .doubleValue())
                .isEqualTo(20);
        assertAnswers(fleet, "sensor-1", 20, 2);
    }

    @Test
    void fourTables() {
        Fleet<Weather> declared = declared(FleetLayout.fourTables());
        assertThat(declared.schema().tables())
                .extracting(schema -> schema.name())
                .containsExactly(table + "Raw", table + "Latest", table + "Aggregated", table + "Anomalies");
        Varve db = open(declared);
        OpenFleet<Weather> fleet = declared.on(db);
        fleet.devices().register(FleetDevice.of("sensor-456", "S").withLocation("building-3-floor-2"));
        fleet.append(weather("sensor-456", MORNING.minusSeconds(60), 23.1));
        fleet.append(weather("sensor-456", MORNING, 70.5));
        catchUp(fleet);
        Item raw = itemIn(db, table + "Raw", "sensor-456", "2025-05-19T10:15:00Z");
        assertThat(raw.names())
                .containsExactlyInAnyOrder(
                        "SensorId", "Timestamp", "Temperature", "Pressure", "LocationId", "ExpireOn");
        Item latest = itemIn(db, table + "Latest", "sensor-456");
        assertThat(latest.value("Timestamp")).isEqualTo(Value.of("2025-05-19T10:15:00Z"));
        assertThat(latest.value("LocationId")).isEqualTo(Value.of("building-3-floor-2"));
        Item hour = itemIn(db, table + "Aggregated", "SENSOR#HOURLY#sensor-456", "2025-05-19T10:00:00Z");
        assertThat(hour.number("AvgTemperature").doubleValue()).isEqualTo(46.8);
        assertThat(number(hour, "SampleCount")).isEqualTo(2);
        itemIn(db, table + "Aggregated", "LOCATION#HOURLY#building-3-floor-2", "2025-05-19T10:00:00Z");
        Item anomaly = itemIn(db, table + "Anomalies", "2025-05-19", "2025-05-19T10:15:00Z#sensor-456");
        assertThat(anomaly.value("SensorId")).isEqualTo(Value.of("sensor-456"));
        assertThat(anomaly.value("Severity")).isEqualTo(Value.of("medium"));
        assertThat(fleet.anomalies(LocalDate.of(2025, 5, 19)).list()).hasSize(1);
        assertThat(fleet.latest()).containsOnlyKeys("sensor-456");
        assertAnswers(fleet, "sensor-456", 70.5, 2);
    }

    @Test
    void anomaliesCanBeSharded() {
        FleetLayout sharded =
                FleetLayout.singleTable().keys(FleetItem.ANOMALY, "ANOMALY#{at:day}#{shard:4}", "{at}#{deviceId}");
        Fleet<Weather> declared = declared(sharded);
        OpenFleet<Weather> fleet = declared.on(open(declared));
        for (int device = 0; device < 8; device++) {
            fleet.append(weather("sensor-" + device, MORNING.plusSeconds(device), 70));
        }
        catchUp(fleet);
        assertThat(fleet.anomalies(LocalDate.of(2025, 5, 19)).list())
                .extracting(found -> found.at())
                .isSorted()
                .hasSize(8);
    }
}
