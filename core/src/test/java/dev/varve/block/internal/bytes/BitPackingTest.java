package dev.varve.block.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BitPackingTest {

    @Test
    void numbersOfEveryWidthAndCountComeBack() {
        Seeded.runs(3, random -> {
            for (int width = 0; width <= Long.SIZE; width++) {
                for (int count = 1; count <= BitGroups.GROUP; count++) {
                    int kept = width;
                    long[] numbers = random.longs(count)
                            .map(number -> kept == 0 ? 0 : number >>> Long.SIZE - kept)
                            .toArray();
                    ByteWriter out = new ByteWriter();
                    out.writeBits(numbers, 0, count, width);
                    byte[] packed = out.toBytes();
                    assertThat(packed).hasSize((count * width + 7) / 8);
                    // At the end of the bytes, and with others after them.
                    assertThat(unpacked(packed, packed.length, count, width)).isEqualTo(numbers);
                    byte[] longer = Arrays.copyOf(packed, packed.length + 100);
                    Arrays.fill(longer, packed.length, longer.length, (byte) -1);
                    assertThat(unpacked(longer, packed.length, count, width)).isEqualTo(numbers);
                }
            }
        });
    }

    private static long[] unpacked(byte[] bytes, int end, int count, int width) {
        ByteReader in = new ByteReader(bytes, 0, end);
        long[] numbers = new long[BitGroups.GROUP];
        in.readBits(numbers, count, width);
        in.requireEnd();
        return Arrays.copyOf(numbers, count);
    }
}
