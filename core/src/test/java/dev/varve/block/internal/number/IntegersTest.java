package dev.varve.block.internal.number;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import org.junit.jupiter.api.Test;

class IntegersTest {

    @Test
    void integersBecomeTheDoublesOfACast() {
        Seeded.runs(1_000, random -> {
            long integer = random.nextLong() >> random.nextInt(Long.SIZE);
            assertThat(Integers.toDouble(integer)).isEqualTo((double) integer);
        });
        for (int shift = 0; shift < Long.SIZE; shift++) {
            for (long integer : new long[] {(1L << shift) - 1, 1L << shift, -(1L << shift), -(1L << shift) - 1}) {
                assertThat(Double.doubleToRawLongBits(Integers.toDouble(integer)))
                        .isEqualTo(Double.doubleToRawLongBits((double) integer));
            }
        }
    }
}
