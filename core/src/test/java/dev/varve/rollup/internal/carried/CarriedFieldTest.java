package dev.varve.rollup.internal.carried;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.CorruptData;
import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.internal.definition.CarriedMeasure;
import dev.varve.rollup.internal.definition.CarriedReading;
import dev.varve.rollup.internal.definition.Elapsed;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CarriedFieldTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final CounterField COUNTER = new CounterField(new CarriedField.Subject("energy", null), LIMIT);
    private static final LevelField LEVEL = new LevelField(new CarriedField.Subject("level", null), LIMIT);
    private static final StateField STATES = new StateField(new CarriedField.Subject("mode", null), LIMIT);

    /** A reading at an epoch second. */
    private record At(long second, Value value) {}

    private static Measure.Accumulator begin(CarriedMeasure measure) {
        return measure.begin(clock -> Instant.ofEpochSecond(((Num) clock).longValueExact()));
    }

    private static Item row(CarriedMeasure measure, List<At> readings) {
        Measure.Accumulator row = begin(measure);
        readings.forEach(reading -> row.add(reading.value(), Num.of(reading.second())));
        return written(row);
    }

    private static Item written(Measure.Accumulator accumulator) {
        Item.Builder row = Item.builder();
        accumulator.write(row::put);
        return row.build();
    }

    private static Item completed(
            CarriedMeasure measure, Item row, @Nullable CarriedReading before, long from, long until) {
        Item.Builder read = Item.builder();
        measure.complete(
                row::value, before, new Elapsed(BigDecimal.valueOf(from), BigDecimal.valueOf(until)), read::put);
        return read.build();
    }

    private static Item completed(CarriedMeasure measure, List<At> readings, long until) {
        return completed(measure, row(measure, readings), null, readings.get(0).second(), until);
    }

    private static At at(long second, double value) {
        return new At(second, Num.of(value));
    }

    private static At at(long second, String state) {
        return new At(second, Value.of(state));
    }

    private static List<At> drawn(RandomGenerator random, boolean isState) {
        List<At> readings = new ArrayList<>();
        long second = 1_000;
        for (int i = random.nextInt(1, 40); i > 0; i--) {
            second += random.nextInt(4) == 0 ? 0 : random.nextInt(50);
            readings.add(isState ? at(second, "s" + random.nextInt(4)) : at(second, random.nextInt(-50, 500) / 10.0));
        }
        return readings;
    }

    @Test
    void rowsMergedInAnyOrderEqualTheRowOfAllReadings() {
        Seeded.runs(300, random -> {
            for (CarriedMeasure measure : List.of(COUNTER, LEVEL, STATES)) {
                List<At> readings = drawn(random, measure == STATES);
                List<List<At>> buckets = new ArrayList<>();
                long width = random.nextLong(1, 200);
                for (long from = 1_000; from < 4_000; from += width) {
                    long start = from;
                    buckets.add(readings.stream()
                            .filter(each -> each.second() >= start && each.second() < start + width)
                            .toList());
                }
                Collections.shuffle(buckets, new Random(random.nextLong()));
                Measure.Accumulator merged = begin(measure);
                for (List<At> bucket : buckets) {
                    List<At> shuffled = new ArrayList<>(bucket);
                    Collections.shuffle(shuffled, new Random(random.nextLong()));
                    merged.merge(row(measure, shuffled)::value);
                }
                assertThat(written(merged)).isEqualTo(row(measure, readings));
                assertThat(written(merged)).as("written twice").isEqualTo(written(merged));
            }
        });
    }

    @Test
    void counterAddsIncreasesAndBeginsAgainWhenItFalls() {
        Item row = completed(COUNTER, List.of(at(0, 100), at(10, 103.5), at(20, 2), at(25, 2.25)), 50);
        assertThat(row.number("increaseEnergy")).isEqualTo(Num.of(5.75));
        assertThat(row.number("resetsEnergy")).isEqualTo(Num.of(1));
        assertThat(row.number("rateEnergy")).isEqualTo(Num.of(0.115));
    }

    @Test
    void counterAddsTheIncreaseSinceTheReadingBefore() {
        Item row = row(COUNTER, List.of(at(20, 7), at(25, 8)));
        assertThat(completed(COUNTER, row, reading(19, 4), 20, 30).number("increaseEnergy"))
                .isEqualTo(Num.of(4));
        assertThat(completed(COUNTER, row, reading(19, 9), 20, 30).number("increaseEnergy"))
                .as("a reset at the border")
                .isEqualTo(Num.of(8));
        assertThat(completed(COUNTER, row, reading(-11, 4), 20, 30).number("increaseEnergy"))
                .as("older than the limit")
                .isEqualTo(Num.of(1));
        assertThat(completed(COUNTER, row, null, 20, 30).number("increaseEnergy"))
                .isEqualTo(Num.of(1));
        assertThat(completed(COUNTER, Item.empty(), reading(19, 4), 20, 30)).isEqualTo(Item.empty());
    }

    private static CarriedReading reading(long second, double value) {
        return new CarriedReading(BigDecimal.valueOf(second), Num.of(value));
    }

    @Test
    void increaseBelowZeroAfterAResetIsZero() {
        assertThat(completed(COUNTER, List.of(at(0, 5), at(1, -3)), 2).number("increaseEnergy"))
                .isEqualTo(Num.of(0));
    }

    @Test
    void increaseThatNoNumberCanHoldIsLeftOutOfAllRows() {
        Value huge = Num.parse("9e125");
        Item row = row(COUNTER, List.of(new At(0, huge), at(1, 0), new At(2, huge), at(3, 0), new At(4, huge)));
        assertThat(row.has("innerIncreaseEnergy")).isFalse();
        assertThat(COUNTER.unstorable(row::value)).containsExactly("innerIncreaseEnergy");
        Measure.Accumulator merged = begin(COUNTER);
        merged.merge(row::value);
        merged.merge(row(COUNTER, List.of(at(10, 1), at(11, 2)))::value);
        Item all = written(merged);
        assertThat(all.has("innerIncreaseEnergy")).isFalse();
        Item read = completed(COUNTER, all, null, 0, 20);
        assertThat(read.has("increaseEnergy")).isFalse();
        assertThat(read.has("rateEnergy")).isFalse();
        assertThat(read.number("resetsEnergy")).isEqualTo(Num.of(3));
    }

    @Test
    void integralThatNoNumberCanHoldIsLeftOut() {
        Item row = row(LEVEL, List.of(new At(0, Num.parse("9e125")), at(20, 0)));
        assertThat(LEVEL.unstorable(row::value)).containsExactly("innerIntegralLevel");
        Item read = completed(LEVEL, row, null, 0, 30);
        assertThat(read.has("timeAvgLevel")).isFalse();
        assertThat(read.number("knownLevel")).isEqualTo(Num.of(30));
    }

    @Test
    void averageWeighsValuesByTheirTime() {
        Item row = completed(LEVEL, List.of(at(0, 10), at(10, 40)), 20);
        assertThat(row.number("timeAvgLevel")).isEqualTo(Num.of(25));
        assertThat(row.number("integralLevel")).isEqualTo(Num.of(500));
        Item gap = completed(LEVEL, List.of(at(0, 10), at(100, 40)), 110);
        assertThat(gap.number("knownLevel")).as("30 of 100 seconds, and 10").isEqualTo(Num.of(40));
        assertThat(gap.number("timeAvgLevel")).isEqualTo(Num.of(17.5));
    }

    @Test
    void stateHoldsUntilTheNextReadingAtMostForTheLimit() {
        Item row = completed(STATES, List.of(at(0, "on"), at(10, "off"), at(100, "on"), at(105, "on")), 110);
        assertThat(row.value("statesMode")).isEqualTo(Value.of(Map.of("on", 20L, "off", 30L)));
        assertThat(row.number("statesKnownMode")).isEqualTo(Num.of(50));
        assertThat(row.number("changesMode"))
                .as("the state before the second \"on\" was no longer known")
                .isEqualTo(Num.of(1));
    }

    @Test
    void stateHoldsThroughABucketWithoutReadings() {
        CarriedReading before = new CarriedReading(BigDecimal.valueOf(95), Value.of("on"));
        assertThat(STATES.holds(before, Instant.ofEpochSecond(124))).isTrue();
        assertThat(STATES.holds(before, Instant.ofEpochSecond(125))).isFalse();
        assertThat(completed(STATES, Item.empty(), before, 100, 110).value("statesMode"))
                .isEqualTo(Value.of(Map.of("on", 10L)));
        assertThat(completed(STATES, Item.empty(), before, 120, 130).value("statesMode"))
                .isEqualTo(Value.of(Map.of("on", 5L)));
        assertThat(completed(STATES, Item.empty(), before, 130, 140)).isEqualTo(Item.empty());
    }

    @Test
    void booleansAndNumbersAreStates() {
        Item row = row(STATES, List.of(new At(0, Value.of(true)), new At(1, Num.of(2.5)), at(2, "x".repeat(70))));
        assertThat(row.value("innerStatesMode")).isEqualTo(Value.of(Map.of("true", 1L, "2.5", 1L)));
        assertThat(row.text("stateLastMode")).isEqualTo("x".repeat(63) + "…");
        assertThat(row(STATES, List.of(new At(0, Value.of(List.of()))))).isEqualTo(Item.empty());
    }

    @Test
    void rowKeepsTheFirst64StatesByNameInAnyOrder() {
        List<At> readings = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            readings.add(at(i, "s" + (100 + i * 7 % 90)));
        }
        Item row = row(STATES, readings);
        assertThat(StateField.times(row.value("innerStatesMode"))).hasSize(64).containsKeys("s100", "s163");
        assertThat(row.value("moreStatesMode")).isEqualTo(Value.of(true));
        assertThat(row.number("innerStatesKnownMode")).isEqualTo(Num.of(89));
        Measure.Accumulator merged = begin(STATES);
        for (int from = 80; from >= 0; from -= 10) {
            merged.merge(row(STATES, readings.subList(from, from + 10))::value);
        }
        assertThat(written(merged)).isEqualTo(row);
    }

    @Test
    void damagedRowIsCorrupt() {
        Item row = row(COUNTER, List.of(at(0, 1), at(1, 2)));
        for (Item damaged : List.of(
                row.without("counterLastEnergyAt"),
                row.without("counterFirstEnergy"),
                row.with("counterLastEnergy", Value.of("text")))) {
            assertThatThrownBy(() -> begin(COUNTER).merge(damaged::value))
                    .isInstanceOf(CorruptData.class)
                    .hasMessageContaining("Energy of a row is not a reading with its clock");
        }
    }
}
