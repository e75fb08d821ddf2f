package dev.varve.series.internal.packed.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockEncoder;
import dev.varve.block.internal.Column;
import dev.varve.block.internal.Presence;
import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import dev.varve.series.internal.packed.row.GrowingRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowDraw;
import dev.varve.series.internal.packed.row.RowSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockRowsTest {

    private static List<String> shown(RowSet rows) {
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            shown.add(rows.row(i).shape() + " " + rows.row(i));
        }
        return shown;
    }

    @Test
    void rowsComeBackAsTheyWere() {
        Seeded.runs(300, random -> {
            RowDraw draw = new RowDraw(random);
            GrowingRows growing = new GrowingRows();
            for (int i = random.nextInt(150); i >= 0; i--) {
                growing.put(draw.row(random.nextInt(10_000)));
            }
            RowSet rows = growing.rows();
            Effort effort = random.nextBoolean() ? Effort.DENSE : Effort.FAST;
            RowSet read = BlockRows.decode(BlockRows.encode(rows, Tick.SECONDS, effort));
            assertThat(shown(read)).isEqualTo(shown(rows));
            int from = random.nextInt(rows.size());
            int to = from + 1 + random.nextInt(rows.size() - from);
            assertThat(shown(BlockRows.decode(BlockRows.encode(rows.part(from, to), Tick.SECONDS, effort))))
                    .isEqualTo(shown(rows).subList(from, to));
        });
    }

    @Test
    void sameRowsHaveTheSameValuesAfterwards() {
        Seeded.runs(200, random -> {
            RowDraw draw = new RowDraw(random);
            GrowingRows growing = new GrowingRows();
            List<Row> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(draw.row(i));
                growing.put(all.get(i));
            }
            RowSet read = BlockRows.decode(BlockRows.encode(growing.rows(), Tick.SECONDS, Effort.DENSE));
            for (int i = 0; i < 20; i++) {
                assertThat(read.row(i).hasSameValues(all.get(i)))
                        .as("%s, read as %s", all.get(i), read.row(i))
                        .isTrue();
            }
        });
    }

    @Test
    void blocksOfSomethingElseAreRefused() {
        byte[] unordered = BlockEncoder.of(Effort.FAST)
                .encode(new Block(
                        Tick.SECONDS,
                        new long[] {2, 2},
                        List.of(new Column.Doubles("t", Presence.all(2), new double[] {1, 2}))));
        assertThatThrownBy(() -> BlockRows.decode(unordered))
                .isInstanceOf(CorruptData.class)
                .hasMessage("the clocks of a block do not ascend: 2");
        byte[] longs = BlockEncoder.of(Effort.FAST)
                .encode(new Block(
                        Tick.SECONDS, new long[] {2}, List.of(new Column.Longs("t", Presence.all(1), new long[] {1}))));
        assertThatThrownBy(() -> BlockRows.decode(longs))
                .isInstanceOf(CorruptData.class)
                .hasMessage("column \"t\" of a block has an unknown type");
    }
}
