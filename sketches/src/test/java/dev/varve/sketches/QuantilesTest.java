package dev.varve.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The library's randomness cannot be seeded: a bound with 99 % confidence is tried often and may fail a few times. */
class QuantilesTest {

    private static final Quantiles TEMPERATURE = Quantiles.of("temperature");
    private static final double PUBLISHED = 0.0133;

    enum Shape {
        UNIFORM,
        NORMAL,
        EXPONENTIAL,
        HEAVY_TAILED,
        FEW_VALUES,
        BIMODAL;

        private double next(Random random) {
            return switch (this) {
                case UNIFORM -> random.nextDouble();
                case NORMAL -> random.nextGaussian();
                case EXPONENTIAL -> -Math.log(1 - random.nextDouble());
                case HEAVY_TAILED -> Math.pow(1 - random.nextDouble(), -2);
                case FEW_VALUES -> random.nextInt(7);
                case BIMODAL -> random.nextGaussian() + (random.nextBoolean() ? 20 : -20);
            };
        }

        double[] draw(int n, long seed) {
            Random random = new Random(seed);
            return DoubleStream.generate(() -> next(random)).limit(n).toArray();
        }
    }

    private static RollupRow row(double... values) {
        return TestRows.of(TEMPERATURE, Arrays.stream(values).boxed());
    }

    private static List<RollupRow> parts(double[] values, int count) {
        int each = values.length / count;
        return IntStream.range(0, count)
                .mapToObj(i -> row(Arrays.copyOfRange(values, i * each, (i + 1) * each)))
                .toList();
    }

    @Test
    void attributeIsNamedAfterTheComponent() {
        assertThat(TEMPERATURE.attributes()).containsExactly("quantilesTemperature");
        assertThat(TEMPERATURE.definition()).isEqualTo("QUANTILES (KLL, k 200) of temperature");
        assertThat(TEMPERATURE.takes(ValueType.NUMBER)).isTrue();
        assertThat(TEMPERATURE.takes(ValueType.TEXT)).isFalse();
    }

    @Test
    void rowWithoutValuesStoresNothing() {
        RollupRow empty = row();
        assertThat(empty.attributes().isEmpty()).isTrue();
        assertThat(TEMPERATURE.quantile(empty, 0.5)).isEmpty();
        assertThat(TEMPERATURE.quantiles(empty, 0.5, 0.9)).isEmpty();
        assertThat(TEMPERATURE.rank(empty, 1)).isEmpty();
        assertThat(TEMPERATURE.over(List.of(empty)).count()).isZero();
    }

    @Test
    void twoHundredValuesAreExact() {
        List<Double> values = new ArrayList<>(
                IntStream.rangeClosed(1, 200).mapToObj(i -> (double) i).toList());
        Collections.shuffle(values, new Random(1));
        RollupRow row = TestRows.of(TEMPERATURE, values.stream());
        assertThat(TEMPERATURE.in(row).rankError()).isZero();
        assertThat(TEMPERATURE.quantiles(row, 0, 0.25, 0.5, 0.99, 1)).containsExactly(1.0, 50.0, 100.0, 198.0, 200.0);
        assertThat(TEMPERATURE.rank(row, 20)).hasValue(0.1);
        assertThat(TEMPERATURE.rank(row, 0)).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    void ranksAreWithinThePublishedError(Shape shape) {
        assertErrors(shape, 8_000, 1);
        assertErrors(shape, 9_000, 30);
    }

    private static void assertErrors(Shape shape, int n, int rows) {
        int trials = 50;
        int within = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] values = shape.draw(n, trial);
            Distribution found = TEMPERATURE.over(parts(values, rows));
            Arrays.sort(values);
            assertThat(found.count()).isEqualTo(n);
            assertThat(found.rankError()).isEqualTo(PUBLISHED, within(0.0001));
            assertThat(found.quantiles(0, 1)).containsExactly(values[0], values[n - 1]);
            double error = worst(found, values);
            assertThat(error).isLessThan(2 * PUBLISHED);
            within += error <= PUBLISHED ? 1 : 0;
        }
        assertThat(within).as("of %s", trials).isGreaterThanOrEqualTo(45);
    }

    private static double worst(Distribution found, double[] sorted) {
        double worst = 0;
        for (int i = sorted.length / 100; i < sorted.length; i += sorted.length / 50) {
            int last = i;
            while (last + 1 < sorted.length && sorted[last + 1] == sorted[i]) {
                last++;
            }
            double rank = (last + 1.0) / sorted.length;
            worst = Math.max(worst, Math.abs(found.rank(sorted[i]).orElseThrow() - rank));
        }
        return worst;
    }

    @Test
    void quantilesAreValuesOfThatRank() {
        double[] values = Shape.NORMAL.draw(50_000, 3);
        RollupRow row = row(values);
        Arrays.sort(values);
        for (double share : new double[] {0.01, 0.25, 0.5, 0.9, 0.99}) {
            double quantile = TEMPERATURE.quantile(row, share).orElseThrow();
            double rank = (Arrays.binarySearch(values, quantile) + 1.0) / values.length;
            assertThat(rank).isEqualTo(share, within(2 * PUBLISHED));
        }
    }

    @Test
    void gapFilledRowsAreIgnored() {
        assertThat(TEMPERATURE
                        .over(List.of(row(1, 2), TestRows.filled(row(1, 2))))
                        .count())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"150, 1", "2000, 1", "30000, 1", "30000, 24", "60000, 300"})
    void sketchesOfTheSameValuesMatchDespiteRandomness(int n, int rows) {
        double[] values = Shape.EXPONENTIAL.draw(n, 5);
        for (int trial = 0; trial < 20; trial++) {
            RollupRow one = TestRows.merged(TEMPERATURE, parts(values, rows));
            RollupRow other = TestRows.merged(TEMPERATURE, parts(values, rows));
            assertThat(TestRows.isSame(TEMPERATURE, one, other)).isTrue();
        }
    }

    @Test
    void fewValuesMustBeEqual() {
        assertThat(TestRows.isSame(TEMPERATURE, row(1, 2, 3), row(3, 1, 2))).isTrue();
        assertThat(TestRows.isSame(TEMPERATURE, row(1, 2, 3), row(1, 2.1, 3))).isFalse();
        assertThat(TestRows.isSame(TEMPERATURE, row(), row())).isTrue();
        assertThat(TestRows.isSame(TEMPERATURE, row(), row(1))).isFalse();
        assertThat(TestRows.isSame(TEMPERATURE, row(1), row())).isFalse();
    }

    @Test
    void differentValuesAreDetected() {
        double[] values = Shape.UNIFORM.draw(5_000, 7);
        RollupRow row = row(values);
        assertThat(TestRows.isSame(TEMPERATURE, row, row(Arrays.copyOf(values, values.length - 1))))
                .as("a missing value")
                .isFalse();
        double[] more = values.clone();
        more[17] = 2;
        assertThat(TestRows.isSame(TEMPERATURE, row, row(more)))
                .as("a different maximum")
                .isFalse();
        double[] moved = Arrays.stream(values)
                .map(value -> value > 0.1 && value < 0.9 ? value * 0.9 : value)
                .toArray();
        assertThat(TestRows.isSame(TEMPERATURE, row, row(moved)))
                .as("shifted by a tenth")
                .isFalse();
        assertThat(TestRows.isSame(TEMPERATURE, row(moved), row)).isFalse();
    }

    @Test
    void largerKHasASmallerError() {
        Quantiles precise = TEMPERATURE.k(400);
        RollupRow row =
                TestRows.of(precise, Arrays.stream(Shape.NORMAL.draw(5_000, 1)).boxed());
        assertThat(precise.in(row).rankError()).isLessThan(0.0072);
        assertThat(precise.definition()).isEqualTo("QUANTILES (KLL, k 400) of temperature");
    }

    @Test
    void ranksOutsideZeroToOneAreRefused() {
        assertThatThrownBy(() -> TEMPERATURE.quantile(row(1), 99))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("the share of a quantile is 99.0; it must be from 0 to 1, such as 0.99");
        assertThatThrownBy(() -> TEMPERATURE.quantile(row(1), Double.NaN)).isInstanceOf(Rejected.class);
        assertThatThrownBy(() -> TEMPERATURE.k(5))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("k of the quantiles of temperature is 5; it must be from 20 to 4000");
    }

    @ParameterizedTest
    @CsvSource({"1, 21", "5, 85", "10, 125", "100, 845", "1000, 3000", "200000, 5500"})
    void rowsAreSmall(int n, int bytes) {
        assertThat(TestRows.size(row(Shape.NORMAL.draw(n, 1)))).isLessThanOrEqualTo(bytes);
    }

    @Test
    void largestKIsFarBelowTheLimitOfAnItem() {
        Quantiles largest = TEMPERATURE.k(4_000);
        RollupRow row = TestRows.of(largest, Stream.iterate(0.0, i -> i + 1).limit(300_000));
        assertThat(TestRows.size(TestRows.merged(largest, Collections.nCopies(40, row))))
                .isLessThan(110_000);
    }
}
