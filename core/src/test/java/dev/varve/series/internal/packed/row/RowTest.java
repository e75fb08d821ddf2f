package dev.varve.series.internal.packed.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowTest {

    private static Map<String, String> values(Row row) {
        Map<String, String> values = new TreeMap<>();
        for (int i = 0; i < row.shape().size(); i++) {
            Field field = row.shape().field(i);
            values.put(
                    field.name(),
                    field.kind() + " " + (field.kind().isText() ? row.text(i) : Long.toString(row.number(i))));
        }
        return values;
    }

    @Test
    void mergedRowHasTheValuesOfBothAndTheOthersWhereBothHaveOne() {
        Row one = new RowBuilder()
                .number("a", 1)
                .text("b", "x")
                .flag("c", true)
                .number("k", 5)
                .build(7);
        Row other = new RowBuilder()
                .number("b", 2)
                .flag("c", false)
                .decimal("d", "9007199254740993")
                .build(9);
        assertThat(one.merged(other)).hasToString("7 {a=1.0, b=2.0, c=false, d=9007199254740993, k=5.0}");
        assertThat(other.merged(one)).hasToString("9 {a=1.0, b=x, c=true, d=9007199254740993, k=5.0}");
        Row none = new RowBuilder().build(7);
        assertThat(one.merged(none).hasSameValues(one)).isTrue();
        assertThat(none.merged(one).hasSameValues(one)).isTrue();
    }

    @Test
    void mergesLikeMapsAndKeepsFieldsInOrder() {
        Seeded.runs(500, random -> {
            RowDraw draw = new RowDraw(random);
            Row one = draw.row(1);
            Row other = draw.row(2);
            Map<String, String> expected = values(one);
            expected.putAll(values(other));
            Row merged = one.merged(other);
            assertThat(values(merged)).isEqualTo(expected);
            assertThat(merged.tick()).isEqualTo(1);
            List<Field> fields = merged.shape().fields();
            assertThat(fields).isSorted().hasSize(expected.size());
        });
    }
}
