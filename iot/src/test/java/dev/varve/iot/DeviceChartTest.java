package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.key.Grain;
import dev.varve.key.TimeRange;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.RollupRow;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeviceChartTest {

    private static final Instant NOON = Instant.parse("2026-04-20T12:00:00Z");

    private final MutableClock clock = new MutableClock(NOON);
    private final Fleet<DynamicReading> declared = Fleet.dynamic("fleet");
    private final Varve db = Varve.on(new MemoryEngine(clock)).clock(clock).open(declared.schema());
    private final OpenFleet<DynamicReading> fleet = declared.on(db);

    @AfterEach
    void close() {
        db.close();
    }

    private void append(Instant at, Map<String, Double> fields) {
        fleet.append(new DynamicReading("d", at, fields));
    }

    private DeviceChart chart(Instant from, Instant to, int points) {
        return fleet.device("d").chart(TimeRange.of(from, to), points).read();
    }

    private void follow() {
        fleet.processing().catchUp(Duration.ofMinutes(1));
    }

    @Test
    void fewReadingsAreShownAsTheyAre() {
        append(NOON.minusSeconds(60), Map.of("t", 1.0, "h", 5.0));
        append(NOON.minusSeconds(30), Map.of("t", 2.0));
        assertThat(chart(NOON.minusSeconds(3_600), NOON, 10))
                .isEqualTo(new DeviceChart.OfReadings(
                        false,
                        new TreeMap<>(Map.of(
                                "h",
                                List.of(new DeviceChart.Point(NOON.minusSeconds(60), 5)),
                                "t",
                                List.of(
                                        new DeviceChart.Point(NOON.minusSeconds(60), 1),
                                        new DeviceChart.Point(NOON.minusSeconds(30), 2))))));
    }

    @Test
    void manyReadingsAreDownsampledWithTheirPeak() {
        List<DynamicReading> many = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            many.add(new DynamicReading("d", NOON.minusSeconds(600 - i), Map.of("t", i == 300 ? 99.0 : i % 3)));
        }
        fleet.appendAll(many);
        DeviceChart.OfReadings chart = (DeviceChart.OfReadings) chart(NOON.minusSeconds(3_600), NOON, 50);
        assertThat(chart.isDownsampled()).isTrue();
        assertThat(chart.lines().get("t")).hasSize(50).contains(new DeviceChart.Point(NOON.minusSeconds(300), 99));
    }

    @Test
    void longRangeIsShownByRowsOfTheFinestTierThatFits() {
        for (int day = 0; day < 20; day++) {
            append(NOON.minus(Duration.ofDays(day)), Map.of("t", (double) day));
        }
        follow();
        Instant from = NOON.minus(Duration.ofDays(20));
        DeviceChart.OfRows hours = (DeviceChart.OfRows) chart(from, NOON.plusSeconds(1), 480);
        DeviceChart.OfRows days = (DeviceChart.OfRows) chart(from, NOON.plusSeconds(1), 479);
        DeviceChart.OfRows months = (DeviceChart.OfRows) chart(from, NOON.plusSeconds(1), 19);
        assertThat(hours.tier()).isEqualTo(Grain.HOUR);
        assertThat(days.tier()).isEqualTo(Grain.DAY);
        assertThat(days.lines().get("t")).hasSize(20);
        assertThat(months.tier()).isEqualTo(Grain.MONTH);
    }

    @Test
    void firstRowMayBeginBeforeTheRange() {
        append(NOON.minus(Duration.ofDays(3)).plusSeconds(1_800), Map.of("t", 1.0));
        follow();
        DeviceChart.OfRows chart =
                (DeviceChart.OfRows) chart(NOON.minus(Duration.ofDays(3)).plusSeconds(600), NOON, 100);
        assertThat(chart.lines().get("t")).extracting(RollupRow::start).containsExactly(NOON.minus(Duration.ofDays(3)));
    }

    @Test
    void selectedFieldsHaveALineEvenWithoutValues() {
        append(NOON.minusSeconds(60), Map.of("t", 1.0, "h", 5.0));
        DeviceChart.OfReadings chart = (DeviceChart.OfReadings) fleet.device("d")
                .chart(TimeRange.of(NOON.minusSeconds(3_600), NOON), 10)
                .fields(List.of("h", "x"))
                .read();
        assertThat(chart.lines()).containsOnlyKeys("h", "x");
        assertThat(chart.lines().get("x")).isEmpty();
    }

    @Test
    void costIsThatOfReadingsOrRows() {
        OpenDevice<DynamicReading> device = fleet.device("d");
        assertThat(device.chart(TimeRange.of(NOON.minusSeconds(3_600), NOON), 10)
                        .explain()
                        .toString())
                .contains("READING#");
        assertThat(device.chart(TimeRange.of(NOON.minus(Duration.ofDays(10)), NOON), 500)
                        .explain()
                        .toString())
                .doesNotContain("READING#");
    }

    @Test
    void fieldsOfADeviceComeFromReadingsAndRows() {
        append(NOON.minus(Duration.ofDays(2)), Map.of("Old", 1.0));
        follow();
        fleet.appendAll(IntStream.range(0, 201)
                .mapToObj(i -> new DynamicReading("d", NOON.minusSeconds(201 - i), Map.of("New", 1.0)))
                .toList());
        assertThat(fleet.device("d").fields()).containsExactly("New", "old");
        assertThat(fleet.device("d").rowFields()).contains("old").doesNotContain("Old");
    }

    @Test
    void seenDevicesAreRegisteredOrReturnedAsTheyAre() {
        fleet.devices().register(FleetDevice.of("a", "Dock 4"));
        Map<String, CompletableFuture<FleetDevice>> registered =
                fleet.devices().registerAllSeen(Map.of(FleetDevice.of("a", "a"), NOON, FleetDevice.of("b", "b"), NOON));
        assertThat(registered).containsOnlyKeys("a", "b");
        assertThat(registered.get("a").join().name()).isEqualTo("Dock 4");
        assertThat(registered.get("b").join().lastSeenAt()).contains(NOON);
        assertThat(fleet.devices().find("b")).isPresent();
    }
}
