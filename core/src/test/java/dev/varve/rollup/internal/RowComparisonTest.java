package dev.varve.rollup.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.item.ValueType;
import dev.varve.rollup.Group;
import dev.varve.rollup.Measure;
import dev.varve.rollup.Rollup;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowComparisonTest {

    private static final Rollup EXACT = Rollup.of("temperature").group(Group.by("hall"));
    private static final Rollup ROUGH = EXACT.measure(new Rough());

    /** A measure whose values count as equal if they differ by at most one. */
    private static final class Rough implements Measure {
        @Override
        public String field() {
            return "humidity";
        }

        @Override
        public boolean takes(ValueType type) {
            return true;
        }

        @Override
        public List<String> attributes() {
            return List.of("roughHumidity");
        }

        @Override
        public String definition() {
            return "roughly";
        }

        @Override
        public Accumulator begin() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isSame(Function<String, @Nullable Value> one, Function<String, @Nullable Value> other) {
            return one.apply("roughHumidity") instanceof Num number
                    && other.apply("roughHumidity") instanceof Num another
                    && Math.abs(number.longValueExact() - another.longValueExact()) <= 1;
        }
    }

    private static boolean isSame(Rollup declared, Item one, Item other) {
        boolean isSame = RowComparison.isSame(declared, one, other);
        assertThat(RowComparison.isSame(declared, other, one)).isEqualTo(isSame);
        return isSame;
    }

    @Test
    void exactMeasuresMustBeEqual() {
        Item row = Item.of("count", 1, "sumTemperature", 10, "countTemperature", 1);
        assertThat(isSame(EXACT, row, row.with("count", 1))).isTrue();
        assertThat(isSame(EXACT, row, row.with("sumTemperature", 10.1))).isFalse();
        assertThat(isSame(EXACT, row, row.without("sumTemperature"))).isFalse();
    }

    @Test
    void measureDecidesWhichValuesAreEqual() {
        Item row = Item.of("count", 1, "sumTemperature", 10, "roughHumidity", 5);
        assertThat(isSame(ROUGH, row, row.with("roughHumidity", 6))).isTrue();
        assertThat(isSame(ROUGH, row, row.with("roughHumidity", 7))).isFalse();
        assertThat(isSame(ROUGH, row, row.without("roughHumidity"))).isFalse();
    }

    @Test
    void otherAttributesMustBeEqual() {
        Item row = Item.of("count", 1, "sumTemperature", 10, "roughHumidity", 5);
        Item alike = row.with("roughHumidity", 6);
        assertThat(isSame(ROUGH, row, alike.with("count", 2))).isFalse();
        assertThat(isSame(ROUGH, row, alike.with("sumTemperature", 11))).isFalse();
        assertThat(isSame(ROUGH, row, alike.with("other", "x"))).isFalse();
        assertThat(isSame(ROUGH, row, alike.with("groupHall", "north"))).isFalse();
    }

    @Test
    void portionsOfGroupsAreComparedLikeRows() {
        Item row = grouped(1, 5);
        assertThat(isSame(ROUGH, row, grouped(1, 6))).isTrue();
        assertThat(isSame(ROUGH, row, grouped(1, 7))).isFalse();
        assertThat(isSame(ROUGH, row, grouped(2, 6))).isFalse();
        assertThat(isSame(ROUGH, row, grouped(1, 6).with("groupHall", "north"))).isFalse();
        assertThat(isSame(
                        ROUGH,
                        row,
                        row.with("groupHall", Map.of("south", Map.of("count", 1, "roughHumidity", 5)))
                                .with("roughHumidity", 6)))
                .isFalse();
    }

    private static Item grouped(int count, int humidity) {
        return Item.of(
                "count",
                3,
                "roughHumidity",
                5,
                "groupHall",
                Map.of("north", Map.of("count", count, "roughHumidity", humidity)));
    }
}
