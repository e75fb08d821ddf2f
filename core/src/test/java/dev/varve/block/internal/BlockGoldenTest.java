package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.key.Tick;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Blocks that were stored once must stay readable. Bytes are added here, never edited. */
class BlockGoldenTest {

    private static final int SIZE = 40;

    private static final Map<String, String> GOLDEN = Map.of(
            "dense 1", "@DENSE1@",
            "fast 1", "@FAST1@");

    /** One column of each type and of each form of doubles. */
    private static Block sample() {
        long[] times = new long[SIZE];
        double[] decimals = new double[SIZE];
        double[] floats = new double[SIZE];
        double[] means = new double[SIZE];
        double[] mixed = new double[SIZE];
        double[] fractions = new double[SIZE];
        double[] computed = new double[SIZE];
        long[] counts = new long[SIZE];
        boolean[] flags = new boolean[SIZE / 2];
        String[] texts = new String[SIZE];
        BitSet even = new BitSet();
        for (int i = 0; i < SIZE; i++) {
            times[i] = 1_776_693_600_000L + i * 60_000L + i * i % 7;
            decimals[i] = (2_100 + i * 37 % 11) / 100.0;
            floats[i] = (double) (float) (0.1 * (i % 13));
            means[i] = (1_000 + i * 7) / 100.0 / 12;
            mixed[i] = i == 20 ? Double.NaN : i == 30 ? -0.0 : i % 5 * 0.1;
            fractions[i] = (i * 2_654_435_761L % 4_294_967_296L) / 4_294_967_296.0;
            computed[i] = Math.sqrt(i + 1) * 1e9;
            counts[i] = i * 3L - i % 4;
            texts[i] = i % 9 == 0 ? "überhitzt" : "ok";
            if (i % 2 == 0) {
                even.set(i);
                flags[i / 2] = i % 3 == 0;
            }
        }
        Presence all = Presence.all(SIZE);
        return new Block(
                Tick.MILLIS,
                times,
                List.of(
                        new Column.Doubles("decimals", all, decimals),
                        new Column.Doubles("floats", all, floats),
                        new Column.Doubles("means", all, means),
                        new Column.Doubles("mixed", all, mixed),
                        new Column.Doubles("fractions", all, fractions),
                        new Column.Doubles("computed", all, computed),
                        new Column.Longs("counts", all, counts),
                        new Column.Booleans("flags", Presence.of(SIZE, even), flags),
                        new Column.Texts("texts", all, texts)));
    }

    @Test
    void goldenBytesAreRead() {
        GOLDEN.forEach((name, hex) -> assertThat(BlockDraw.text(
                        BlockReader.of(HexFormat.of().parseHex(hex)).block()))
                .as(name)
                .isEqualTo(BlockDraw.text(sample())));
    }

    /** An encoder may learn to write fewer bytes; then its bytes are added as new golden bytes. */
    @Test
    void goldenBytesAreWritten() {
        assertThat(GOLDEN)
                .containsEntry("dense 1", hex(Effort.DENSE))
                .containsEntry("fast 1", hex(Effort.FAST));
    }

    private static String hex(Effort effort) {
        return HexFormat.of().formatHex(BlockEncoder.of(effort).encode(sample()));
    }
}
