package dev.varve.rollup.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Num;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AverageTest {

    /** Compares averages of longs with those of decimals, and doubles with those of their texts. */
    @Test
    void averagesAndTheirDoublesAreExact() {
        long seed = 7;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            long digits = random.nextLong() >> random.nextInt(64);
            BigDecimal sum = BigDecimal.valueOf(digits, random.nextInt(12) - 2);
            long count = 1L + random.nextInt(1 << 1 + random.nextInt(20));
            Num average = FieldStats.average(sum, count);
            BigDecimal expected = sum.divide(BigDecimal.valueOf(count), new MathContext(17));
            assertThat(average).as("seed %s, %s / %s", seed, sum, count).isEqualTo(Num.of(expected));
            assertThat(average.doubleValue()).as("seed %s, %s", seed, average).isEqualTo(expected.doubleValue());
        }
    }
}
