package dev.varve.sketches;

import static dev.varve.sketches.TestRows.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.item.ValueType;
import dev.varve.rollup.RollupRow;
import dev.varve.testkit.random.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopKTest {

    private static final TopK PATHS = TopK.of("path", 20);
    /** 3.5 divided by the size of the map, 256. */
    private static final double ERROR = 3.5 / 256;
    /** The largest share of a value that twenty others, overestimated by the error, can displace. */
    private static final double NEVER_MISSING = (1 + 20 * ERROR) / 21;

    /** Returns values of which few are frequent and many rare. */
    private static List<String> skewed(int n, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, n)
                .mapToObj(i -> "/page/" + (int) Math.pow(1 - random.nextDouble(), -1.2))
                .toList();
    }

    private static List<RollupRow> parts(List<String> values, int count) {
        int each = values.size() / count;
        return IntStream.range(0, count)
                .mapToObj(i -> TestRows.of(PATHS, values.subList(i * each, (i + 1) * each).stream()))
                .toList();
    }

    @Test
    void attributeIsNamedAfterTheComponent() {
        assertThat(PATHS.attributes()).containsExactly("topPath");
        assertThat(PATHS.definition()).isEqualTo("TOP 20 of path");
        assertThat(PATHS.takes(ValueType.TEXT)).isTrue();
        assertThat(PATHS.takes(ValueType.BYTES)).isFalse();
    }

    @Test
    void fewValuesAreCounted() {
        RollupRow row = TestRows.of(PATHS, Stream.of("/", "/a", "/", "/b", "/", "/a", "/c"));
        assertThat(PATHS.top(row))
                .containsExactly(
                        new Frequent("/", 3, 3),
                        new Frequent("/a", 2, 2),
                        new Frequent("/b", 1, 1),
                        new Frequent("/c", 1, 1));
        assertThat(PATHS.top(row).get(0).estimate()).isEqualTo(3);
    }

    @Test
    void rowWithoutValuesStoresNothing() {
        RollupRow empty = TestRows.of(PATHS, Stream.of());
        assertThat(empty.attributes().isEmpty()).isTrue();
        assertThat(PATHS.top(empty)).isEmpty();
    }

    @Test
    void numbersAndBooleansAreStoredAsText() {
        assertThat(PATHS.top(TestRows.of(PATHS, Stream.of(404, 404.0, 200, true))))
                .extracting(Frequent::value)
                .containsExactly("404", "200", "true");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 16, 20, 50, 100})
    void sixTimesKDifferentValuesAreExact(int k) {
        TopK top = TopK.of("path", k);
        RollupRow row = TestRows.of(top, Stream.concat(ids("v", 6 * k), Stream.of("v0", "v0", "v0")));
        assertThat(top.top(row))
                .hasSize(k)
                .allSatisfy(each -> assertThat(each.lowerBound()).isEqualTo(each.upperBound()));
        assertThat(top.top(row).get(0)).isEqualTo(new Frequent("v0", 4, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void boundsContainTheExactCount(int rows) {
        Seeds.run(20, seed -> {
            List<String> values = skewed(60_000, seed);
            Map<String, Long> truth = new HashMap<>();
            values.forEach(value -> truth.merge(value, 1L, Long::sum));
            List<Frequent> top = PATHS.over(parts(values, rows));
            assertThat(top).hasSize(20).allSatisfy(each -> {
                assertThat(truth.get(each.value())).isBetween(each.lowerBound(), each.upperBound());
                assertThat(each.upperBound() - each.lowerBound()).isLessThanOrEqualTo((long) (ERROR * values.size()));
            });
            List<String> listed = top.stream().map(Frequent::value).toList();
            truth.forEach((value, count) -> {
                if (count > NEVER_MISSING * values.size()) {
                    assertThat(listed).contains(value);
                }
            });
        });
    }

    @Test
    void sameSourcesInTheSameOrderAreTheSameBytes() {
        List<String> values = skewed(20_000, 1);
        assertThat(TestRows.merged(PATHS, parts(values, 7))).isEqualTo(TestRows.merged(PATHS, parts(values, 7)));
    }

    @Test
    void orderOfRowsDoesNotMatter() {
        Seeds.run(20, seed -> {
            List<RollupRow> parts = new ArrayList<>(parts(skewed(20_000, seed), 10));
            RollupRow one = TestRows.merged(PATHS, parts);
            Collections.shuffle(parts, new Random(seed));
            assertThat(TestRows.isSame(PATHS, one, TestRows.merged(PATHS, parts)))
                    .isTrue();
        });
    }

    @Test
    void differentCountsAreDetected() {
        RollupRow row = TestRows.of(PATHS, Stream.of("/", "/a", "/"));
        assertThat(TestRows.isSame(PATHS, row, TestRows.of(PATHS, Stream.of("/a", "/", "/"))))
                .isTrue();
        assertThat(TestRows.isSame(PATHS, row, TestRows.of(PATHS, Stream.of("/a", "/a", "/"))))
                .isFalse();
        assertThat(TestRows.isSame(PATHS, row, TestRows.of(PATHS, Stream.of()))).isFalse();
        List<String> values = skewed(20_000, 1);
        List<String> others = values.stream()
                .map(value -> value.equals("/page/1") ? "/else" : value)
                .toList();
        assertThat(TestRows.isSame(PATHS, TestRows.of(PATHS, values.stream()), TestRows.of(PATHS, others.stream())))
                .isFalse();
    }

    @Test
    void longTextsAreTruncated() {
        String longer = "é".repeat(100);
        assertThat(PATHS.top(TestRows.of(PATHS, Stream.of(longer + "a", longer + "b"))))
                .containsExactly(new Frequent("é".repeat(62) + "…", 2, 2));
        String fits = "x".repeat(128);
        assertThat(ShortText.of(fits)).isEqualTo(fits);
        assertThat(ShortText.of(fits + "x")).isEqualTo("x".repeat(125) + "…");
        assertThat(ShortText.of("😀".repeat(40))).isEqualTo("😀".repeat(31) + "…");
    }

    @Test
    void invalidKIsRefused() {
        assertThatThrownBy(() -> TopK.of("path", 0))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("k of the top values is 0 for path; it must be from 1 to 100");
        assertThatThrownBy(() -> TopK.of("path", 101)).isInstanceOf(Rejected.class);
    }

    @ParameterizedTest
    @CsvSource({"1, 20", "5, 60", "10, 110", "100, 1100", "100000, 3000"})
    void rowsAreSmall(int different, int bytes) {
        assertThat(TestRows.size(TestRows.of(PATHS, ids("/page/", different)))).isLessThanOrEqualTo(bytes);
    }

    @Test
    void largestRowIsFarBelowTheLimitOfAnItem() {
        TopK largest = TopK.of("path", 100);
        RollupRow row = TestRows.of(largest, ids("y".repeat(122), 768));
        assertThat(TestRows.size(row)).isBetween(90_000, 105_000);
        assertThat(TestRows.size(TestRows.merged(
                        largest, List.of(row, TestRows.of(largest, ids("z".repeat(122), 768))))))
                .isLessThan(105_000);
    }
}
