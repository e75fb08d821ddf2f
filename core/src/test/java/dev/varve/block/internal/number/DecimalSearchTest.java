package dev.varve.block.internal.number;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.block.internal.number.DecimalForm.Rounding;
import dev.varve.block.internal.stream.Effort;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecimalSearchTest {

    private static Optional<DecimalFit> best(IntToDoubleFunction value) {
        return new DecimalSearch(IntStream.range(0, 200).mapToDouble(value).toArray(), Effort.DENSE).best();
    }

    private static DecimalForm form(IntToDoubleFunction value) {
        return best(value).orElseThrow().form();
    }

    @Test
    void findsTheDigitsOfDecimals() {
        assertThat(form(i -> 20 + i)).isEqualTo(DecimalForm.plain(0));
        assertThat(form(i -> (2_000 + i) / 100.0)).isEqualTo(DecimalForm.plain(2));
        assertThat(form(i -> i == 150 ? 20.125 : 20.5)).isEqualTo(DecimalForm.plain(3));
    }

    @Test
    void findsFloats() {
        assertThat(form(i -> (double) (float) ((23_000 + i) / 100.0))).isEqualTo(new DecimalForm(1, 2, Rounding.FLOAT));
    }

    @Test
    void findsMeansAndTheirRounding() {
        assertThat(form(i -> (1_000 + i * 7) / 100.0 / 12).divisor()).isEqualTo(12);
        assertThat(form(i -> new java.math.BigDecimal((1_000 + i) / 3.0)
                        .round(new java.math.MathContext(15))
                        .doubleValue()))
                .isEqualTo(new DecimalForm(3, 0, Rounding.DIGITS_15));
    }

    @Test
    void findsSumsThatAreOffByUlps() {
        DecimalFit fit = best(i -> 0.1 * (i % 50) + 0.2 * 7).orElseThrow();
        assertThat(fit.form()).isEqualTo(DecimalForm.plain(1));
        assertThat(fit.corrections()).isNotNull();
    }

    @Test
    void setsFewOddValuesApart() {
        DecimalFit fit =
                best(i -> i == 77 ? Double.NaN : i == 99 ? -0.0 : i / 10.0).orElseThrow();
        assertThat(fit.form()).isEqualTo(DecimalForm.plain(1));
        assertThat(fit.exceptions()).containsExactly(77, 99);
    }

    @Test
    void findsNothingInNoise() {
        assertThat(best(i -> Math.sin(i * i))).isEmpty();
        assertThat(best(i -> Double.NaN)).isEmpty();
    }
}
