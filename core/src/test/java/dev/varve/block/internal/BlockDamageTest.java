package dev.varve.block.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.block.internal.stream.Effort;
import dev.varve.error.CorruptData;
import dev.varve.error.Seeded;
import dev.varve.key.Tick;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockDamageTest {

    private static final byte[] GOOD = BlockEncoder.of(Effort.DENSE)
            .encode(new Block(
                    Tick.MILLIS,
                    new long[] {1, 2, 5},
                    List.of(new Column.Doubles("t", Presence.all(3), new double[] {20.5, 20.6, 20.4}))));

    @Test
    void everyFlippedBitIsFound() {
        for (int bit = 0; bit < GOOD.length * 8; bit++) {
            byte[] bad = GOOD.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> BlockReader.of(bad)).isInstanceOf(CorruptData.class);
        }
    }

    @Test
    void everyMissingEndIsFound() {
        for (int length = 0; length < GOOD.length; length++) {
            byte[] bad = Arrays.copyOf(GOOD, length);
            assertThatThrownBy(() -> BlockReader.of(bad)).isInstanceOf(CorruptData.class);
        }
    }

    @Test
    void errorsSayWhatIsWrong() {
        byte[] newer = GOOD.clone();
        newer[0] = 9;
        assertThatThrownBy(() -> BlockReader.of(newer))
                .isInstanceOfSatisfying(
                        CorruptData.class, e -> assertThat(e.code()).isEqualTo("block.version"))
                .hasMessage("block format 9 is unknown; this version reads format 1");
        byte[] flipped = GOOD.clone();
        flipped[10] ^= 1;
        assertThatThrownBy(() -> BlockReader.of(flipped))
                .isInstanceOfSatisfying(
                        CorruptData.class, e -> assertThat(e.code()).isEqualTo("block.checksum"))
                .hasMessageContaining("is damaged: its checksum differs");
        assertThatThrownBy(() -> BlockReader.of(new byte[0])).hasMessage("the block is empty");
    }

    /** With a right checksum, damaged bytes are another block or none; nothing else happens. */
    @Test
    void craftedBytesAreReadOrRefused() {
        Seeded.runs(1_500, random -> {
            Effort effort = random.nextBoolean() ? Effort.DENSE : Effort.FAST;
            byte[] bytes = BlockEncoder.of(effort).encode(new BlockDraw(random).block());
            byte[] bad = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, 4 + random.nextInt(bytes.length)) : bytes;
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                int at = 1
                        + random.nextInt(
                                Math.max(1, random.nextBoolean() ? Math.min(30, bad.length) - 1 : bad.length - 1));
                bad[Math.min(at, bad.length - 1)] = (byte) random.nextInt();
            }
            read(sealed(bad));
        });
    }

    @Test
    void randomBytesAreReadOrRefused() {
        Seeded.runs(3_000, random -> {
            byte[] bad = new byte[5 + random.nextInt(80)];
            random.nextBytes(bad);
            bad[0] = 1;
            bad[1] &= 0xF;
            read(sealed(bad));
        });
    }

    private static byte[] sealed(byte[] bytes) {
        bytes[0] = 1;
        int end = bytes.length - BlockEncoder.CHECKSUM_BYTES;
        long checksum = BlockEncoder.checksum(bytes, end);
        for (int i = 0; i < BlockEncoder.CHECKSUM_BYTES; i++) {
            bytes[end + i] = (byte) (checksum >>> (8 * i));
        }
        return bytes;
    }

    private static void read(byte[] bytes) {
        try {
            BlockReader.of(bytes).block();
        } catch (CorruptData expected) {
            assertThat(expected.getMessage()).isNotBlank();
        }
    }
}
