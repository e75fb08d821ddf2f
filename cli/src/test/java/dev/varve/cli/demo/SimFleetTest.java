package dev.varve.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DynamicReading;
import dev.varve.server.fleet.alert.StoredRule;
import dev.varve.testkit.random.Draw;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimFleetTest {

    private static final Instant NOON = Instant.parse("2060-04-20T12:00:00Z");
    private static final Comparator<DynamicReading> ORDER =
            Comparator.comparing(DynamicReading::at).thenComparing(DynamicReading::deviceId);

    private final SimFleet fleet = new SimFleet(1, 200);

    @Test
    void sameSeedGivesTheSameFleet() {
        SimFleet again = new SimFleet(1, 200);
        assertThat(again.devices()).isEqualTo(fleet.devices());
        assertThat(history(again)).isEqualTo(history(fleet)).isNotEqualTo(history(new SimFleet(2, 200)));
    }

    private static List<DynamicReading> history(SimFleet fleet) {
        return fleet.arrivals(NOON.minus(Duration.ofDays(1)), NOON, SimFleet.HISTORY_STEP);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void splitRangesGiveTheSameReadings(long seed) {
        Draw draw = new Draw(seed);
        SimFleet some = new SimFleet(seed, 40);
        Instant from = NOON.plusSeconds(draw.below(1_000_000));
        Instant to = from.plus(Duration.ofHours(30));
        List<DynamicReading> pieces = new ArrayList<>();
        for (Instant at = from; at.isBefore(to); ) {
            Instant next = at.plusSeconds(1 + draw.below(draw.oneOf(3, 200, 20_000)));
            next = next.isAfter(to) ? to : next;
            pieces.addAll(some.arrivals(at, next, SimFleet.HISTORY_STEP));
            at = next;
        }
        List<DynamicReading> whole = new ArrayList<>(some.arrivals(from, to, SimFleet.HISTORY_STEP));
        pieces.sort(ORDER);
        whole.sort(ORDER);
        assertThat(pieces).as("seed %s", seed).isEqualTo(whole);
        assertThat(keys(whole)).as("no reading twice, seed %s", seed).hasSameSizeAs(whole);
    }

    private static Set<String> keys(List<DynamicReading> readings) {
        return readings.stream()
                .map(reading -> reading.deviceId() + reading.at())
                .collect(Collectors.toSet());
    }

    @Test
    void historyStepGivesASubsetOfTheLiveReadings() {
        Instant from = NOON.minus(Duration.ofHours(6));
        Set<DynamicReading> live = new HashSet<>(fleet.arrivals(from, NOON, SimFleet.LIVE_STEP));
        List<DynamicReading> history = fleet.arrivals(from, NOON, SimFleet.HISTORY_STEP);
        assertThat(history).hasSizeGreaterThan(5_000);
        // Without assertThat on the set, which would compare every pair.
        assertThat(live.containsAll(history)).isTrue();
    }

    @Test
    void someReadingsComeMinutesToHoursLate() {
        List<Duration> late = new ArrayList<>();
        for (Instant minute = NOON.minus(Duration.ofHours(12));
                minute.isBefore(NOON);
                minute = minute.plusSeconds(60)) {
            for (DynamicReading reading : fleet.arrivals(minute, minute.plusSeconds(60), SimFleet.LIVE_STEP)) {
                if (reading.at().isBefore(minute)) {
                    late.add(Duration.between(reading.at(), minute));
                }
            }
        }
        assertThat(late).hasSizeGreaterThan(100);
        assertThat(late).anyMatch(behind -> behind.compareTo(Duration.ofMinutes(10)) < 0);
        assertThat(late).anyMatch(behind -> behind.compareTo(Duration.ofMinutes(45)) > 0);
        assertThat(late).allMatch(behind -> behind.compareTo(Duration.ofHours(2)) <= 0);
    }

    @Test
    void someDevicesAreSilentAndMostAreNot() {
        List<DynamicReading> hour = fleet.arrivals(NOON.minus(Duration.ofHours(1)), NOON, SimFleet.LIVE_STEP);
        long active = hour.stream().map(DynamicReading::deviceId).distinct().count();
        assertThat(active).isBetween(175L, 197L);
    }

    @Test
    void valuesFitTheirLocation() {
        for (DynamicReading reading : history(fleet)) {
            double temperature = reading.fields().getOrDefault("temperature", Double.NaN);
            double low = reading.deviceId().startsWith("yard")
                    ? -8
                    : reading.deviceId().startsWith("cold") ? 0 : 10;
            assertThat(temperature).as(reading.toString()).isBetween(low, 60.0);
            assertThat(reading.fields().getOrDefault("humidity", 50.0)).isBetween(0.0, 100.0);
            assertThat(reading.fields().getOrDefault("battery", 50.0)).isBetween(12.0, 100.0);
        }
    }

    @Test
    void alertsOpenAndResolveWithinMinutes() {
        Map<String, List<Duration>> lasted =
                episodes(fleet.arrivals(NOON.minus(Duration.ofHours(3)), NOON, SimFleet.LIVE_STEP));
        List<Duration> all = lasted.values().stream().flatMap(List::stream).toList();
        assertThat(all.stream().filter(one -> one.compareTo(Duration.ofMinutes(5)) < 0))
                .as("%s", lasted)
                .hasSizeGreaterThan(10);
    }

    @Test
    void everyRuleOpensAndClearsWithinAMonth() {
        List<DynamicReading> month = fleet.arrivals(NOON.minus(Duration.ofDays(28)), NOON, SimFleet.HISTORY_STEP);
        Map<String, List<Duration>> lasted = episodes(month);
        assertThat(lasted.keySet()).contains("overheating", "cold-chain", "vibration", "battery-low");
    }

    /** Returns by rule how long each violation lasted, without those that did not end. */
    private static Map<String, List<Duration>> episodes(List<DynamicReading> readings) {
        Map<String, List<Duration>> lasted = new HashMap<>();
        Map<String, Instant> open = new HashMap<>();
        for (StoredRule rule : Setup.RULES) {
            if (rule.limit().isEmpty()) {
                continue;
            }
            double sign = rule.kind().equals("above") ? 1 : -1;
            double limit = sign * rule.limit().orElseThrow();
            double clear = sign * rule.clearAt().orElseThrow();
            for (DynamicReading reading : readings) {
                Double value = reading.fields().get(rule.field().orElseThrow());
                String key = rule.name() + reading.deviceId();
                if (value != null && sign * value > limit) {
                    open.putIfAbsent(key, reading.at());
                } else if (value != null && sign * value < clear && open.containsKey(key)) {
                    lasted.computeIfAbsent(rule.name(), first -> new ArrayList<>())
                            .add(Duration.between(open.remove(key), reading.at()));
                }
            }
        }
        return lasted;
    }
}
