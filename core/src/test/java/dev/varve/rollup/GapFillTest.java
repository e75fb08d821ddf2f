package dev.varve.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Item;
import dev.varve.rollup.RollupRow.Kind;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapFillTest {

    private static final Instant START = Instant.EPOCH;

    private static Instant at(int hour) {
        return START.plusSeconds(3_600L * hour);
    }

    private static RollupRow row(int hour, double average) {
        return new RollupRow(
                at(hour),
                at(hour + 1),
                Kind.STORED,
                Item.of("count", 2, "sumLevel", 2 * average, "avgLevel", average, "maxLevel", average + 1));
    }

    private static final List<RollupRow> ROWS = List.of(row(1, 10), row(5, 30));

    private static List<RollupRow> filled(GapFill fill) {
        return fill.apply(ROWS, at(0), at(7), start -> start.plusSeconds(3_600));
    }

    @Test
    void nothingIsFilledByDefault() {
        assertThat(filled(GapFill.NONE)).isEqualTo(ROWS);
    }

    @Test
    void zeroFillsEveryBucket() {
        List<RollupRow> rows = filled(GapFill.ZERO);
        assertThat(rows).hasSize(7).contains(ROWS.get(0), ROWS.get(1));
        assertThat(rows.get(0)).isEqualTo(new RollupRow(at(0), at(1), Kind.FILLED, Item.of("count", 0)));
    }

    @Test
    void previousFillsBucketsAfterARow() {
        List<RollupRow> rows = filled(GapFill.PREVIOUS);
        assertThat(rows).extracting(RollupRow::start).containsExactly(at(1), at(2), at(3), at(4), at(5), at(6));
        assertThat(rows.get(3).avg("level")).hasValue(10);
        assertThat(rows.get(3).count()).isZero();
        assertThat(rows.get(5).avg("level")).hasValue(30);
    }

    @Test
    void filledBucketHasNoSketchOfAnotherBucket() {
        List<RollupRow> rows = List.of(sketched(0), sketched(2));
        for (GapFill fill : List.of(GapFill.PREVIOUS, GapFill.LINEAR)) {
            RollupRow filled = fill.apply(rows, at(0), at(3), start -> start.plusSeconds(3_600))
                    .get(1);
            assertThat(filled.attributes())
                    .as(fill.name())
                    .isEqualTo(Item.of("count", 0, "countDistinctVisitor", 0, "avgLevel", 5));
        }
    }

    private static RollupRow sketched(int hour) {
        return new RollupRow(
                at(hour),
                at(hour + 1),
                Kind.STORED,
                Item.of("count", 2, "countDistinctVisitor", 2, "distinctVisitor", new byte[] {1}, "avgLevel", 5));
    }

    @Test
    void linearFillsBetweenRows() {
        List<RollupRow> rows = filled(GapFill.LINEAR);
        assertThat(rows).extracting(RollupRow::start).containsExactly(at(1), at(2), at(3), at(4), at(5));
        assertThat(rows)
                .extracting(row -> row.avg("level").orElseThrow())
                .containsExactly(10.0, 15.0, 20.0, 25.0, 30.0);
        assertThat(rows.get(1).get(Stat.MAX, "level")).hasValue(16);
        assertThat(rows.get(1).sum("level")).hasValue(0);
    }
}
