package dev.varve.sketches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.CorruptData;
import dev.varve.item.Bytes;
import dev.varve.item.Item;
import dev.varve.item.Value;
import dev.varve.rollup.Measure;
import dev.varve.rollup.RollupRow;
import dev.varve.testkit.random.Draw;
import dev.varve.testkit.random.Seeds;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged bytes are reported as corrupt and never decoded. */
class SketchBytesTest {

    private static final List<Measure> MEASURES =
            List.of(Distinct.of("x"), Quantiles.of("x"), Quantiles.of("x").k(100), TopK.of("x", 3));

    static List<Measure> measures() {
        return MEASURES;
    }

    private static byte[] bytes(Measure measure, int values) {
        Value stored = TestRows.of(measure, IntStream.range(0, values).boxed())
                .find(measure.attributes().get(0))
                .orElseThrow();
        return ((Bytes) stored).toArray();
    }

    private static void assertCorrupt(Measure measure, Value stored) {
        assertThatThrownBy(() -> measure.begin().merge(name -> stored))
                .isInstanceOf(CorruptData.class)
                .hasMessageContaining("the attribute " + measure.attributes().get(0) + " of a row");
        RollupRow right = TestRows.of(measure, IntStream.range(0, 10).boxed());
        Item damaged = right.attributes().with(measure.attributes().get(0), stored);
        assertThat(measure.isSame(damaged::value, right.attributes()::value)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("measures")
    void randomBytes(Measure measure) {
        Seeds.run(500, seed -> {
            Draw draw = new Draw(seed);
            byte[] random = draw.bytes(draw.below(3_000));
            assertCorrupt(measure, Bytes.wrap(random));
            if (random.length > 0) {
                random[0] = bytes(measure, 1)[0];
                assertCorrupt(measure, Bytes.wrap(random));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("measures")
    void truncatedBytes(Measure measure) {
        for (int values : new int[] {1, 5, 50, 2_000}) {
            byte[] whole = bytes(measure, values);
            for (int length = 0; length < whole.length; length += 1 + length / 16) {
                assertCorrupt(measure, Bytes.wrap(Arrays.copyOf(whole, length)));
            }
            assertCorrupt(measure, Bytes.wrap(Arrays.copyOf(whole, whole.length + 1)));
        }
    }

    @ParameterizedTest
    @MethodSource("measures")
    void changedBits(Measure measure) {
        for (int values : new int[] {1, 50, 2_000}) {
            byte[] whole = bytes(measure, values);
            for (int bit = 0; bit < whole.length * 8; bit += 1 + bit / 64) {
                byte[] changed = whole.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                assertCorrupt(measure, Bytes.wrap(changed));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("measures")
    void otherKindsOfSketchesAndOtherValues(Measure measure) {
        for (Measure other : MEASURES) {
            if (!other.definition().equals(measure.definition())) {
                assertCorrupt(measure, Bytes.wrap(bytes(other, 300)));
            }
        }
        assertCorrupt(measure, Value.of("text"));
    }

    /** Bytes with a valid checksum may still be invalid counts; no length in them may allocate a large array. */
    @Test
    void invalidCountsWithAValidChecksum() {
        TopK top = TopK.of("x", 3);
        Seeds.run(2_000, seed -> {
            Draw draw = new Draw(seed);
            Value sealed = SketchKind.COUNTS.seal(draw.bytes(1 + draw.below(40)));
            try {
                top.begin().merge(name -> sealed);
            } catch (CorruptData e) {
                assertThat(e.code()).isEqualTo("sketches.bytes");
            }
        });
    }

    /** Stored rows stay readable: golden bytes are added here, never changed. */
    @ParameterizedTest
    @CsvSource({
        "0, 3, 01d91d1eee0201070c03080300bde00308080c4c0adaf96d13",
        "1, 1, 02c89aeb2b02020f04c80008000000000000000000",
        "1, 3, 023452ccb505010f00c80008000300000000000000c8000100c5000000000000000000000000000000000000400000000000000040000000000000f03f0000000000000000",
        "3, 3, 039b60ec27030003013001013101013201",
    })
    void goldenBytesAreReadable(int measure, int values, String hex) {
        assertThat(HexFormat.of().formatHex(bytes(MEASURES.get(measure), values)))
                .isEqualTo(hex);
    }

    /** Compares only the checksum, because the bytes are long. */
    @ParameterizedTest
    @CsvSource({"0, 200, 0128a4c9c7", "0, 1000, 01d14f7a81", "0, 50000, 01ffb5f306", "3, 1000, 03066feea1e8072800"})
    void checksumOfLongGoldenBytesIsUnchanged(int measure, int values, String hex) {
        assertThat(HexFormat.of().formatHex(bytes(MEASURES.get(measure), values)))
                .startsWith(hex);
    }
}
