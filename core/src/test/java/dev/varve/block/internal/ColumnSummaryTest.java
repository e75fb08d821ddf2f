package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnSummaryTest {

    private static ColumnSummary summary(Column column) {
        Block block = new Block(Tick.MILLIS, new long[column.presence().size()], List.of(column));
        return BlockReader.of(BlockEncoder.of(Effort.FAST).encode(block))
                .summary(column.name())
                .orElseThrow();
    }

    @Test
    void decimalsAddUpExactly() {
        ColumnSummary summary =
                summary(new Column.Doubles("t", Presence.all(4), new double[] {0.1, 0.2, -0.3, 1_234.5}));
        assertThat(summary)
                .isEqualTo(new ColumnSummary.Exact(
                        4,
                        new BigDecimal("-0.3"),
                        new BigDecimal("1234.5"),
                        new BigDecimal("1234.5"),
                        new BigDecimal("1523990.39")));
    }

    @Test
    void sumsOfDecimalsAndLongsAreThoseOfTheirTexts() {
        Seeded.runs(300, random -> {
            BlockDraw draw = new BlockDraw(random);
            Column column = random.nextBoolean()
                    ? new Column.Doubles("c", Presence.all(50), draw.doubles(50))
                    : new Column.Longs("c", Presence.all(50), draw.longs(50));
            if (summary(column) instanceof ColumnSummary.Exact exact) {
                BigDecimal sum = BigDecimal.ZERO;
                BigDecimal squares = BigDecimal.ZERO;
                BigDecimal least = null;
                BigDecimal most = null;
                for (int i = 0; i < 50; i++) {
                    BigDecimal value = column instanceof Column.Longs longs
                            ? BigDecimal.valueOf(longs.values()[i])
                            : BigDecimal.valueOf(((Column.Doubles) column).values()[i]);
                    sum = sum.add(value);
                    squares = squares.add(value.multiply(value));
                    least = least == null ? value : least.min(value);
                    most = most == null ? value : most.max(value);
                }
                assertThat(exact.sum()).isEqualByComparingTo(sum);
                assertThat(exact.sumOfSquares()).isEqualByComparingTo(squares);
                assertThat(exact.min()).isEqualByComparingTo(least);
                assertThat(exact.max()).isEqualByComparingTo(most);
                assertThat(exact.count()).isEqualTo(50);
            } else {
                assertThat(column).isInstanceOf(Column.Doubles.class);
            }
        });
    }

    @Test
    void otherDoublesAreSummedWithCompensation() {
        double[] values = {1e16, Math.PI, -1e16, Double.NaN};
        double[] finite = {1e16, Math.PI, -1e16};
        assertThat(summary(new Column.Doubles("t", Presence.all(3), finite)))
                .isInstanceOfSatisfying(ColumnSummary.Rounded.class, rounded -> {
                    assertThat(rounded.sum()).isEqualTo(Math.PI);
                    assertThat(rounded.min()).isEqualTo(-1e16);
                    assertThat(rounded.max()).isEqualTo(1e16);
                });
        assertThat(summary(new Column.Doubles("t", Presence.all(4), values)))
                .isInstanceOfSatisfying(ColumnSummary.Rounded.class, rounded -> {
                    assertThat(rounded.sum()).isNaN();
                    assertThat(rounded.min()).isEqualTo(-1e16);
                });
    }

    @Test
    void booleansCountAndTextsHaveNoSummary() {
        assertThat(summary(new Column.Booleans("b", Presence.all(3), new boolean[] {true, false, true})))
                .isEqualTo(new ColumnSummary.Exact(
                        3, BigDecimal.ZERO, BigDecimal.ONE, BigDecimal.valueOf(2), BigDecimal.valueOf(2)));
        Block block = new Block(
                Tick.MILLIS,
                new long[2],
                List.of(
                        new Column.Texts("s", Presence.all(2), new String[] {"a", "b"}),
                        new Column.Longs("n", Presence.all(2), new long[2])));
        BlockReader full = BlockReader.of(BlockEncoder.of(Effort.DENSE).encode(block));
        assertThat(full.summary("s")).isEmpty();
        assertThat(full.summary("n")).isPresent();
        assertThat(full.summary("other")).isEmpty();
        BlockReader bare =
                BlockReader.of(BlockEncoder.of(Effort.DENSE).withoutSummaries().encode(block));
        assertThat(bare.summary("n")).isEmpty();
    }
}
