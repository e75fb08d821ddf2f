package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockRoundTripTest {

    @ParameterizedTest
    @EnumSource(Effort.class)
    void anyBlockComesBackToTheBit(Effort effort) {
        Seeded.runs(400, random -> {
            Block block = new BlockDraw(random).block();
            BlockReader reader = BlockReader.of(BlockEncoder.of(effort).encode(block));
            assertThat(BlockDraw.text(reader.block())).isEqualTo(BlockDraw.text(block));
            assertThat(reader.size()).isEqualTo(block.times().length);
            assertThat(reader.first()).isEqualTo(block.times()[0]);
            assertThat(reader.last()).isEqualTo(block.times()[block.times().length - 1]);
            byte[] bare = BlockEncoder.of(effort).withoutSummaries().encode(block);
            assertThat(BlockDraw.text(BlockReader.of(bare).block())).isEqualTo(BlockDraw.text(block));
        });
    }

    @ParameterizedTest
    @EnumSource(Effort.class)
    void theLargestBlockComesBack(Effort effort) {
        long[] times = new long[Block.MAX_EVENTS];
        double[] values = new double[times.length];
        long[] extremes = new long[times.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = i * 1_000L + i % 7;
            values[i] = (i * 31L % 1_009) / 100.0;
            extremes[i] = i % 2 == 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        Presence all = Presence.all(times.length);
        Block block = new Block(
                Tick.MILLIS,
                times,
                List.of(new Column.Doubles("a", all, values), new Column.Longs("b", all, extremes)));
        assertThat(BlockDraw.text(
                        BlockReader.of(BlockEncoder.of(effort).encode(block)).block()))
                .isEqualTo(BlockDraw.text(block));
    }

    @Test
    void oneColumnDecodesAlone() {
        Block block = new Block(
                Tick.SECONDS,
                new long[] {10, 20, 30},
                List.of(
                        new Column.Doubles("temperature", Presence.all(3), new double[] {1.5, 2.5, 3.5}),
                        new Column.Longs("count", Presence.of(3, bits(0, 2)), new long[] {7, 8})));
        BlockReader reader = BlockReader.of(BlockEncoder.of(Effort.DENSE).encode(block));
        assertThat(reader.names()).containsExactly("temperature", "count");
        assertThat(reader.column("count")).get().isInstanceOfSatisfying(Column.Longs.class, column -> {
            assertThat(column.values()).containsExactly(7, 8);
            assertThat(column.presence()).isEqualTo(Presence.of(3, bits(0, 2)));
        });
        assertThat(reader.column("none")).isEmpty();
        assertThat(reader.tick()).isEqualTo(Tick.SECONDS);
    }

    @Test
    void regularClocksAndAbsentColumnsTakeNoBytes() {
        long[] times = new long[1_000];
        Arrays.setAll(times, i -> 1_700_000_000_000L + i * 60_000L);
        Column none = new Column.Doubles("t", Presence.of(1_000, new BitSet()), new double[0]);
        byte[] bytes = BlockEncoder.of(Effort.DENSE).encode(new Block(Tick.MILLIS, times, List.of(none)));
        assertThat(bytes).hasSize(25);
    }

    @Test
    void aBlockRefusesWhatDoesNotFitTogether() {
        Presence all = Presence.all(2);
        assertThatThrownBy(() -> new Block(Tick.MILLIS, new long[0], List.of()))
                .hasMessage("a block has 1 to 32768 events, not 0");
        assertThatThrownBy(() -> new Column.Doubles("t", all, new double[3]))
                .hasMessage("column t has 3 values for 2 events");
        Column column = new Column.Longs("t", all, new long[2]);
        assertThatThrownBy(() -> new Block(Tick.MILLIS, new long[1], List.of(column)))
                .hasMessage("column t is for 2 events, the block has 1");
        assertThatThrownBy(() -> new Block(Tick.MILLIS, new long[2], List.of(column, column)))
                .hasMessage("two columns are named t");
        assertThatThrownBy(() -> Presence.of(2, bits(2))).hasMessage("value 2 of 2 events");
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        Arrays.stream(set).forEach(bits::set);
        return bits;
    }
}
