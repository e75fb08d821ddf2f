package dev.varve.series.internal.packed.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.Seeded;
import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import dev.varve.key.Parts;
import dev.varve.key.Tick;
import dev.varve.memory.MemoryEngine;
import dev.varve.rollup.internal.definition.EventColumn;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.series.Series;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.packed.block.BlockRows;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.RowBuilder;
import dev.varve.series.internal.packed.row.RowDraw;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowSet;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Columns of packed rows hold what the items of these rows hold. */
class PackedColumnsTest {

    record Sample(String id, Instant at, double value) {}

    private static final Parts IDENTITY = Parts.of("id", "a");
    private static final List<String> ATTRIBUTES = List.of("a", "b?", "note", "n$", "big~", "note#", "m", "id", "at");

    private static RowItems items() {
        Series<Sample> declared = Series.of(Sample.class)
                .partition("S#{id}")
                .sort("V#{at}")
                .packed()
                .build();
        try (Varve db = Varve.open(new MemoryEngine(() -> Instant.EPOCH), "samples", declared)) {
            return Objects.requireNonNull(SeriesAccess.instance().packed(db.series(declared)))
                    .visible()
                    .items();
        }
    }

    private static RowSet rows(RandomGenerator random) {
        RowDraw draw = new RowDraw(random);
        GrowingRows growing = new GrowingRows();
        for (int i = random.nextInt(100); i >= 0; i--) {
            growing.put(draw.row(random.nextInt(10_000)));
        }
        return growing.rows();
    }

    private static void assertSame(RowItems items, EventColumns columns, RowSet rows, int from) {
        for (int event = 0; event < columns.size(); event++) {
            Item item = items.item(IDENTITY, rows.row(from + event));
            assertThat(columns.clock(event)).isEqualTo(item.value("at"));
            for (String attribute : ATTRIBUTES) {
                assertThat(EventColumns.value(columns.columns(attribute), event))
                        .as("%s of %s", attribute, item)
                        .isEqualTo(item.value(attribute));
            }
        }
    }

    @Test
    void columnsOfRowsHoldTheValuesOfTheirItems() {
        RowItems items = items();
        Seeded.runs(100, random -> {
            RowSet rows = rows(random);
            int from = random.nextInt(rows.size());
            int to = random.nextInt(from, rows.size()) + 1;
            EventColumns columns = PackedColumns.of(items, IDENTITY, rows, from, to);
            assertThat(columns.size()).isEqualTo(to - from);
            assertSame(items, columns, rows, from);
        });
    }

    @Test
    void columnsOfBlocksHoldTheValuesOfTheirItems() {
        RowItems items = items();
        Seeded.runs(100, random -> {
            RowSet rows = rows(random);
            Effort effort = random.nextBoolean() ? Effort.DENSE : Effort.FAST;
            BlockReader block = BlockReader.of(BlockRows.encode(rows, Tick.MILLIS, effort));
            EventColumns columns = PackedColumns.of(items, IDENTITY, block);
            assertThat(columns.size()).isEqualTo(rows.size());
            assertSame(items, columns, rows, 0);
        });
    }

    @Test
    void summariesOfBlocksAreThoseOfTheNumbersOfItems() {
        RowItems items = items();
        int[] known = {0};
        Seeded.runs(300, random -> {
            GrowingRows growing = new GrowingRows();
            double unit = Math.pow(10, random.nextInt(7));
            int span = random.nextInt(1, 1_000_000_000);
            for (int i = random.nextInt(100); i >= 0; i--) {
                RowBuilder row = new RowBuilder();
                boolean isOther = random.nextInt(200) == 0;
                row.number("a", isOther ? random.nextDouble() : random.nextInt(-span, span) / unit);
                growing.put(row.build(random.nextInt(10_000)));
            }
            RowSet rows = growing.rows();
            BlockReader block = BlockReader.of(BlockRows.encode(rows, Tick.MILLIS, Effort.DENSE));
            EventColumns events = PackedColumns.of(items, IDENTITY, block);
            EventColumn column = events.columns("a").get(0);
            EventColumn.Summary summary = column.summary();
            if (summary != null) {
                known[0]++;
                BigDecimal sum = BigDecimal.ZERO;
                BigDecimal squares = BigDecimal.ZERO;
                BigDecimal min = null;
                BigDecimal max = null;
                for (int event = 0; event < events.size(); event++) {
                    Value value = column.value(event);
                    BigDecimal number = ((Num) value).value();
                    sum = sum.add(number);
                    squares = squares.add(number.multiply(number));
                    min = min == null ? number : min.min(number);
                    max = max == null ? number : max.max(number);
                }
                assertThat(summary.count()).isEqualTo(events.size());
                assertThat(summary.sum()).isEqualByComparingTo(sum);
                assertThat(summary.sumOfSquares()).isEqualByComparingTo(squares);
                assertThat(summary.min()).isEqualByComparingTo(min);
                assertThat(summary.max()).isEqualByComparingTo(max);
            }
        });
        assertThat(known[0]).as("columns with a summary").isGreaterThan(150);
    }
}
