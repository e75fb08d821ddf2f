package dev.varve.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sizes measured on DynamoDB Local: the point at which a write costs another unit. */
class NumSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 2",
        "12, 2",
        "123, 3",
        "1234, 3",
        "12345, 4",
        "-1, 3",
        "-12, 3",
        "-123, 4",
        "10, 2",
        "100, 2",
        "120, 3",
        "1200, 2",
        "1230, 3",
        "0.1, 2",
        "0.01, 2",
        "0.12, 2",
        "1.5, 3",
        "12.5, 3",
        "0.001, 2",
        "0.0012, 2",
        "0.00123, 3",
        "10.01, 3",
        "100.001, 5",
        "1000.1, 4",
        "-0.5, 3",
        "1e10, 2",
        "1e11, 2",
        "1.2e20, 3",
        "123e20, 3",
        "1e125, 2",
        "1e-130, 2",
        "9.9e-100, 3",
        "1111111111111111111111111111111111111, 20",
        "11111111111111111111111111111111111111, 20",
        "-11111111111111111111111111111111111111, 21",
        "1.1111111111111111111111111111111111111, 21",
        "-1.1111111111111111111111111111111111111, 21"
    })
    void pairsOfDigitsAreAlignedToTheDecimalPoint(String number, int bytes) {
        assertThat(Num.parse(number).size()).isEqualTo(bytes);
    }
}
