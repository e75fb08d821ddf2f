package dev.varve.sketches;

import static dev.varve.sketches.TestRows.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import dev.varve.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistinctTest {

    /** The largest number of values that are counted and not estimated. */
    private static final int COUNTED = 384;

    private static final double STANDARD_ERROR = 1.04 / 64;

    private static final Distinct VISITORS = Distinct.of("visitorId");

    @Test
    void attributeIsNamedAfterTheComponent() {
        assertThat(VISITORS.attributes()).containsExactly("distinctVisitorId", "countDistinctVisitorId");
        assertThat(VISITORS.definition()).isEqualTo("DISTINCT (HLL, lgK 12) of visitorId");
        assertThat(VISITORS.takes(ValueType.TEXT)).isTrue();
        assertThat(VISITORS.takes(ValueType.MAP)).isFalse();
    }

    @Test
    void rowWithoutValuesStoresNothing() {
        RollupRow empty = TestRows.of(VISITORS, Stream.of());
        assertThat(empty.attributes().isEmpty()).isTrue();
        assertThat(VISITORS.estimate(empty)).isZero();
        assertThat(VISITORS.over(List.of())).isEqualTo(new DistinctCount(0, 0, 0));
    }

    @Test
    void estimateIsStoredBesideTheSketch() {
        for (int n : new int[] {1, 10, COUNTED, 5_000}) {
            RollupRow row = TestRows.of(VISITORS, ids("v", n));
            assertThat(row.count("distinctVisitorId")).isPositive().isEqualTo(VISITORS.estimate(row));
        }
        RollupRow both = TestRows.merged(
                VISITORS, List.of(TestRows.of(VISITORS, ids("v", 30)), TestRows.of(VISITORS, ids("v", 20))));
        assertThat(both.count("distinctVisitorId")).isEqualTo(30);
    }

    @Test
    void rowWithoutTheEstimateIsReadableButDiffers() {
        RollupRow row = TestRows.of(VISITORS, ids("v", 30));
        RollupRow earlier =
                TestRows.with(VISITORS, row.find("distinctVisitorId").orElseThrow());
        assertThat(VISITORS.estimate(earlier)).isEqualTo(30);
        assertThat(TestRows.merged(VISITORS, List.of(earlier)).attributes()).isEqualTo(row.attributes());
        assertThat(TestRows.isSame(VISITORS, earlier, row)).isFalse();
    }

    @Test
    void fewValuesAreCounted() {
        for (int n = 0; n <= COUNTED; n++) {
            RollupRow row = TestRows.of(VISITORS, Stream.concat(ids("v", n), ids("v", n)));
            assertThat(VISITORS.estimate(row)).isEqualTo(n);
            assertThat(VISITORS.lowerBound(row)).isBetween(n - 1L, (long) n);
            assertThat(VISITORS.upperBound(row)).isBetween((long) n, n + 1L);
        }
    }

    @Test
    void manyValuesAreEstimatedWithinThreeStandardErrors() {
        Seeds.run(5, seed -> {
            for (int n = COUNTED + 1; n <= 200_000; n = n * 5 / 4) {
                double estimate = VISITORS.estimate(TestRows.of(VISITORS, ids(seed + "-", n)));
                assertThat(estimate / n - 1).as("of %s", n).isEqualTo(0, within(3 * STANDARD_ERROR));
            }
        });
    }

    @Test
    void boundsHoldWithTheStatedConfidence() {
        int held = 0;
        double squares = 0;
        int trials = 400;
        int n = 5_000;
        for (int trial = 0; trial < trials; trial++) {
            RollupRow row = TestRows.of(VISITORS, ids(trial + "/", n));
            held += VISITORS.lowerBound(row) <= n && n <= VISITORS.upperBound(row) ? 1 : 0;
            squares += Math.pow(VISITORS.estimate(row) / (double) n - 1, 2);
        }
        assertThat(held).isGreaterThan(trials * 93 / 100);
        assertThat(Math.sqrt(squares / trials)).isLessThan(1.2 * STANDARD_ERROR);
    }

    @Test
    void sameIdOnTwoDaysCountsOnce() {
        RollupRow monday = TestRows.of(VISITORS, Stream.of("ada", "bob"));
        RollupRow tuesday = TestRows.of(VISITORS, Stream.of("bob", "eve"));
        assertThat(VISITORS.over(List.of(monday, tuesday)).estimate()).isEqualTo(3);
        assertThat(VISITORS.estimate(TestRows.merged(VISITORS, List.of(monday, tuesday))))
                .isEqualTo(3);
    }

    @Test
    void monthOfDailyRowsIsWithinThreeStandardErrors() {
        List<RollupRow> days = new ArrayList<>();
        for (int day = 0; day < 30; day++) {
            int first = day * 1_000;
            days.add(TestRows.of(VISITORS, ids("v", first + 3_000).skip(first)));
        }
        assertThat((double) VISITORS.over(days).estimate()).isEqualTo(32_000, within(3 * STANDARD_ERROR * 32_000));
        assertThat(VISITORS.over(days).estimate()).isEqualTo(VISITORS.estimate(TestRows.merged(VISITORS, days)));
    }

    @Test
    void gapFilledRowsAreIgnored() {
        RollupRow row = TestRows.of(VISITORS, Stream.of("ada"));
        assertThat(VISITORS.over(List.of(TestRows.filled(row))).estimate()).isZero();
        assertThat(VISITORS.estimate(TestRows.filled(row))).isEqualTo(1);
    }

    @Test
    void valuesOfDifferentTypesAreDifferentAndEqualNumbersAreOne() {
        assertThat(VISITORS.estimate(TestRows.of(VISITORS, Stream.of("", "1", 1, 1.0, true, "true", new byte[] {'1'}))))
                .isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 31, 100, 383, 384, 385, 500, 1_000, 5_000, 60_000})
    void bytesDependOnTheSetOfValuesOnly(int n) {
        List<String> values = new ArrayList<>(ids("v", n).toList());
        RollupRow row = TestRows.of(VISITORS, values.stream());
        Random random = new Random(n);
        for (int i = 0; i < 5; i++) {
            Collections.shuffle(values, random);
            assertThat(TestRows.of(VISITORS, values.stream())).isEqualTo(row);
            int cut = random.nextInt(n);
            int overlap = cut + random.nextInt(n - cut);
            List<RollupRow> parts = new ArrayList<>(List.of(
                    TestRows.of(VISITORS, values.subList(0, overlap).stream()),
                    TestRows.of(VISITORS, values.subList(cut, n).stream()),
                    TestRows.of(VISITORS, Stream.of())));
            Collections.shuffle(parts, random);
            assertThat(TestRows.merged(VISITORS, parts)).isEqualTo(row);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 17", "5, 33", "10, 57", "100, 417", "384, 1553", "1000, 2100", "200000, 2200"})
    void rowsAreSmall(int n, int bytes) {
        assertThat(TestRows.size(TestRows.of(VISITORS, ids("v", n)))).isLessThanOrEqualTo(bytes);
    }
}
