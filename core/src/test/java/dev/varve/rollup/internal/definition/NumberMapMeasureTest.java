package dev.varve.rollup.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.Stat;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class NumberMapMeasureTest {

    private static final Measure MEASURE =
            Rollup.of().numbers("fields").measures().get(0);
    private static final Measure ALL = new NumberMapMeasure("fields", EnumSet.allOf(Stat.class));

    private static Item written(Measure.Accumulator accumulator) {
        Item.Builder row = Item.builder();
        accumulator.write(row::put);
        return row.build();
    }

    private static Item rowOf(Measure measure, Map<String, ?> values) {
        Measure.Accumulator accumulator = measure.begin();
        accumulator.add(Value.of(values), Num.of(1));
        return written(accumulator);
    }

    private static RollupRow row(Item item) {
        return new RollupRow(Instant.EPOCH, Instant.EPOCH, RollupRow.Kind.STORED, item);
    }

    @Test
    void everyNumberIsMeasuredUnderItsName() {
        Item row = rowOf(MEASURE, Map.of("temperature", 21.5, "note", "dry"));
        assertThat(row.without("fields"))
                .isEqualTo(Item.of(
                        "countTemperature", 1,
                        "sumTemperature", 21.5,
                        "minTemperature", 21.5,
                        "maxTemperature", 21.5,
                        "avgTemperature", 21.5));
        assertThat(row(row).entries("fields")).containsExactly("temperature");
    }

    @Test
    void tooLongNameIsLeftOut() {
        String longest = "n".repeat(NumberMapMeasure.MAX_NAME_BYTES);
        Item row = rowOf(MEASURE, Map.of(longest, 1, "é" + longest.substring(1), 2, "v", 3));
        assertThat(row(row).entries("fields")).containsExactly(longest, "v");
        assertThat(row.value("moreFields")).isEqualTo(Value.of(true));
    }

    @Test
    void mergedRowsEqualTheRowOfAllEvents() {
        Seeded.runs(60, random -> {
            int names = random.nextInt(1, 2 * NumberMapMeasure.MAX_ENTRIES);
            Measure.Accumulator whole = ALL.begin();
            Measure.Accumulator merged = ALL.begin();
            Measure.Accumulator part = ALL.begin();
            int count = random.nextInt(100);
            for (int i = 0; i < count; i++) {
                Value value = Value.of(values(random, names));
                whole.add(value, Num.of(i));
                part.add(value, Num.of(i));
                if (random.nextInt(5) == 0) {
                    merged.merge(written(part)::value);
                    part = ALL.begin();
                }
            }
            merged.merge(written(part)::value);
            assertThat(written(merged)).isEqualTo(written(whole));
        });
    }

    private static Map<String, Object> values(RandomGenerator random, int names) {
        Map<String, Object> values = new TreeMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            values.put((random.nextBoolean() ? "f" : "F") + random.nextInt(names), random.nextInt(-500, 500) / 8.0);
        }
        return values;
    }

    @Test
    void rowKeepsSixtyFourEntriesAndMarksThatThereWereMore() {
        Map<String, Object> many = new TreeMap<>();
        for (int i = 0; i < 70; i++) {
            many.put("f" + i / 10 + i % 10, i);
        }
        Item row = rowOf(MEASURE, many);
        assertThat(row(row).entries("fields")).hasSize(64).contains("f00", "f63");
        assertThat(row.value("moreFields")).isEqualTo(Value.of(true));
        assertThat(row.value("avgF64")).isNull();
        assertThat(rowOf(MEASURE, Map.of("f00", 1)).value("moreFields")).isNull();
    }

    @Test
    void namesWithTheSameAttributesCountAsOne() {
        Item row = rowOf(MEASURE, Map.of("temperature", 20, "Temperature", 30));
        assertThat(row(row).avg("Temperature")).hasValue(25);
        assertThat(row(row).count("temperature")).isEqualTo(2);
    }

    @Test
    void ambiguousEntryIsLeftOut() {
        Item row = rowOf(ALL, Map.of("temperature", 20, "temperatureAt", 5, "squaresTemperature", 7));
        assertThat(row(row).entries("fields")).containsExactly("temperature");
        assertThat(row.value("moreFields")).isEqualTo(Value.of(true));
        assertThat(row(rowOf(MEASURE, Map.of("temperatureAt", 5, "squaresTemperature", 7)))
                        .entries("fields"))
                .hasSize(2);
    }

    @Test
    void attributesOfEntriesAreRecognisedByTheirPrefix() {
        assertThat(MEASURE.mayWrite("avgTemperature")).isTrue();
        assertThat(MEASURE.mayWrite("sumSquaresTemperature")).isFalse();
        assertThat(MEASURE.mayWrite("stddevTemperature")).isFalse();
        assertThat(ALL.mayWrite("sumSquaresTemperature")).isTrue();
        assertThat(MEASURE.mayWrite("fields")).isTrue();
    }
}
