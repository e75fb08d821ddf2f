package dev.varve.rollup.internal.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.item.Num;
import java.math.BigDecimal;
import java.math.BigInteger;
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

    /** Compares roots with those of {@link BigDecimal}, also next to the borders between two rounded roots. */
    @Test
    void rootsAreThoseOfBigDecimal() {
        long seed = 11;
        Random random = new Random(seed);
        MathContext digits = new MathContext(17);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal number =
                    new BigDecimal(new BigInteger(1 + random.nextInt(126), random), random.nextInt(80) - 30);
            if (random.nextInt(3) == 0) {
                // The square of a number with 18 digits, the last of them a 5, and its neighbours.
                BigDecimal border =
                        BigDecimal.valueOf(random.nextLong(10_000_000_000_000_000L, 99_999_999_999_999_999L) * 10 + 5);
                number = border.pow(2)
                        .add(BigDecimal.valueOf(random.nextInt(3) - 1L))
                        .scaleByPowerOfTen(-random.nextInt(40));
            }
            if (number.signum() > 0) {
                assertThat(Num.of(FieldStats.root(number)))
                        .as("seed %s, %s", seed, number)
                        .isEqualTo(Num.of(number.sqrt(digits)));
            }
        }
    }
}
