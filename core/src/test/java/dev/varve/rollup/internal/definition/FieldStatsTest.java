package dev.varve.rollup.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Stat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FieldStatsTest {

    private static final Measure ALL = new FieldStats("level", EnumSet.allOf(Stat.class));

    private static Item written(Measure.Accumulator accumulator) {
        Item.Builder row = Item.builder();
        accumulator.write(row::put);
        return row.build();
    }

    private static double number(Item row, Stat stat) {
        return row.number(stat.of("level")).doubleValue();
    }

    @Test
    void mergedRowsEqualTheRowOfAllEvents() {
        Seeded.runs(200, random -> {
            Measure.Accumulator whole = ALL.begin();
            Measure.Accumulator merged = ALL.begin();
            Measure.Accumulator part = ALL.begin();
            int count = random.nextInt(60);
            for (int i = 0; i < count; i++) {
                Value value = value(random);
                Value clock = Num.of(i);
                whole.add(value, clock);
                part.add(value, clock);
                if (random.nextInt(5) == 0) {
                    merged.merge(written(part)::value);
                    part = ALL.begin();
                }
            }
            merged.merge(written(part)::value);
            assertThat(written(merged)).isEqualTo(written(whole));
        });
    }

    @Test
    void rowsWithoutDerivedValuesMergeToTheSameRow() {
        Measure entries = new NumberMapMeasure("levels", EnumSet.allOf(Stat.class));
        Seeded.runs(200, random -> {
            Measure.Accumulator fields = ALL.begin();
            Measure.Accumulator maps = entries.begin();
            int count = random.nextInt(10);
            for (int i = 0; i < count; i++) {
                Value value = value(random);
                fields.add(value, Num.of(i));
                maps.add(new Value.MapOf(Map.of("name " + random.nextInt(3), value)), Num.of(i));
            }
            assertSameWhenMerged(ALL, fields);
            assertSameWhenMerged(entries, maps);
        });
    }

    private static void assertSameWhenMerged(Measure measure, Measure.Accumulator accumulator) {
        Item.Builder mergeable = Item.builder();
        ColumnAccumulator.writeMergeable(accumulator, mergeable::put);
        Measure.Accumulator ofWhole = measure.begin();
        ofWhole.merge(written(accumulator)::value);
        Measure.Accumulator ofMergeable = measure.begin();
        ofMergeable.merge(mergeable.build()::value);
        assertThat(written(ofMergeable)).isEqualTo(written(ofWhole)).isEqualTo(written(accumulator));
    }

    private static Value value(RandomGenerator random) {
        return Num.of(random.nextInt(-1_000_000, 1_000_000) / 1_000.0);
    }

    @Test
    void sumsAreRoundedLikeAdditionsWithThirtyEightDigits() {
        MathContext digits = new MathContext(Num.MAX_DIGITS);
        Seeded.runs(20_000, random -> {
            BigDecimal expected = BigDecimal.ZERO;
            BigDecimal sum = BigDecimal.ZERO;
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                BigDecimal value = decimal(random);
                expected = expected.add(value, digits);
                sum = FieldStats.sum(sum, value);
                assertThat(sum).isEqualByComparingTo(expected);
            }
        });
    }

    /** Returns a number of up to 38 digits, often a short one, with an exponent that may be far from zero. */
    private static BigDecimal decimal(RandomGenerator random) {
        BigInteger unscaled = BigInteger.valueOf(random.nextLong(1_000_000_000_000_000_000L))
                .pow(random.nextInt(1, 3))
                .shiftRight(random.nextInt(60));
        int scale = random.nextInt(3) == 0 ? random.nextInt(-125, 130) : random.nextInt(-2, 5);
        BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
        return value.round(new MathContext(random.nextInt(1, Num.MAX_DIGITS + 1)));
    }

    @Test
    void statisticsMatchTheirDefinition() {
        Seeded.runs(200, random -> {
            Measure.Accumulator accumulator = ALL.begin();
            List<Double> values = new ArrayList<>();
            int count = 2 + random.nextInt(50);
            for (int i = 0; i < count; i++) {
                Num value = (Num) value(random);
                values.add(value.doubleValue());
                accumulator.add(value, Num.of(i));
            }
            Item row = written(accumulator);
            double mean = values.stream().mapToDouble(each -> each).average().orElseThrow();
            double squares = values.stream()
                    .mapToDouble(each -> (each - mean) * (each - mean))
                    .sum();
            assertThat(number(row, Stat.COUNT)).isEqualTo(count);
            assertThat(number(row, Stat.AVG)).isEqualTo(mean, within(1e-9));
            assertThat(number(row, Stat.STDDEV)).isEqualTo(Math.sqrt(squares / (count - 1)), within(1e-9));
            assertThat(number(row, Stat.MIN))
                    .isEqualTo(values.stream().mapToDouble(each -> each).min().orElseThrow());
            assertThat(number(row, Stat.MAX))
                    .isEqualTo(values.stream().mapToDouble(each -> each).max().orElseThrow());
            assertThat(number(row, Stat.FIRST)).isEqualTo(values.get(0));
            assertThat(number(row, Stat.LAST)).isEqualTo(values.get(count - 1));
        });
    }

    @Test
    void sumsAreExactForAnyOrderAndSizeOfNumbers() {
        Measure.Accumulator accumulator = ALL.begin();
        accumulator.add(Num.of(1e15), Num.of(1));
        accumulator.add(Num.of(0.1), Num.of(2));
        accumulator.add(Num.of(-1e15), Num.of(3));
        accumulator.add(Num.of(0.2), Num.of(4));
        assertThat(written(accumulator).number("sumLevel")).isEqualTo(Num.of(0.3));
    }

    @Test
    void emptyStatisticsHaveCountZero() {
        assertThat(written(ALL.begin())).isEqualTo(Item.of("countLevel", 0, "sumLevel", 0, "sumSquaresLevel", 0));
    }
}
