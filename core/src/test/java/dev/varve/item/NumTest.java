package dev.varve.item;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.error.Seeded;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumTest {

    private static final String DIGITS_38 = "12345678901234567890123456789012345678";

    @ParameterizedTest
    @CsvSource({"150, 1.500e2", "0, -0.000", "0, 0e99", "-7, -7.0", "1e40, 10e39", "0.001, 1e-3"})
    void equalByValueRegardlessOfNotation(String one, String other) {
        Num a = Num.parse(one);
        Num b = Num.parse(other);

        assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).isEqualByComparingTo(b);
        assertThat(a.text()).isEqualTo(b.text());
        assertThat(a.size()).isEqualTo(b.size());
    }

    @Test
    void decimalOfADoubleIsTheShortestOne() {
        assertThat(Num.of(Double.parseDouble("7663216313209820000"))).isEqualTo(Num.of(7663216313209820000L));
        assertThat(Num.of(Double.parseDouble("-837271257776143000"))).isEqualTo(Num.of(-837271257776143000L));
        assertThat(Num.of(0.1234567890123456)).isEqualTo(Num.parse("0.1234567890123456"));
    }

    @Test
    void longDoubleAndDecimalOfOneValueAreEqual() {
        assertThat(Num.of(150)).isEqualTo(Num.of(150.0)).isEqualTo(Num.of(new BigDecimal("1.500e2")));
        assertThat(Num.of(0.1)).isEqualTo(Num.parse("0.1"));
        assertThat(Num.of(-0.0)).isEqualTo(Num.of(0));
        assertThat(Num.of(Long.MIN_VALUE).longValueExact()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void keepsThirtyEightDigits() {
        assertThat(Num.parse(DIGITS_38).text()).isEqualTo(DIGITS_38);
        assertThat(Num.parse(DIGITS_38 + "000").value()).isEqualByComparingTo(DIGITS_38 + "000");
    }

    @Test
    void moreThanThirtyEightDigitsAreRejected() {
        assertRejected(
                () -> Num.parse(DIGITS_38 + "9"),
                "item.number-digits",
                "number 123456789012345678901234567890123456789 has 39 significant digits; the limit is 38:"
                        + " round it or store it as text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9.9999999999999999999999999999999999999E+125", "1E-130", "-1E-130", "-9.99E+125"})
    void keepsTheWholeRangeOfDynamoDb(String text) {
        assertThat(Num.parse(text).value()).isEqualByComparingTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E+126", "-1E+126", "1E-131", "9.99E-131", "1E+2000000000"})
    void magnitudesBeyondDynamoDbsRangeAreRejected(String text) {
        assertRejected(
                () -> Num.parse(text),
                "item.number-magnitude",
                "number " + text + " is outside DynamoDB's range, 1E-130 to 9.99E+125: scale it or store it as text");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void notFiniteIsRejected(double number) {
        assertRejected(
                () -> Num.of(number),
                "item.number-not-finite",
                number + " is not a number DynamoDB can store: leave the attribute out instead");
    }

    @Test
    void invalidNumberTextIsRejected() {
        assertRejected(() -> Num.parse("12,5"), "item.number-text", "\"12,5\" is not a decimal number");
    }

    @Test
    void takesTwentyOneBytesAtMost() {
        assertThat(Num.parse("-" + DIGITS_38).size()).isEqualTo(21);
    }

    @ParameterizedTest
    @CsvSource({"150, 150", "1e10, 10000000000", "1e-3, 0.001", "1e40, 1E+40", "12e-60, 1.2E-59", "-0.50, -0.5"})
    void isWrittenPlainUnlessThatIsLong(String number, String text) {
        assertThat(Num.parse(number).text()).isEqualTo(text);
        assertThat(Num.parse(number)).hasToString(text);
    }

    @Test
    void normalPartsGiveTheSameNumber() {
        assertThat(Num.ofNormal(224, 1)).isEqualTo(Num.of(22.4));
        assertThat(Num.ofNormal(0, 0)).isEqualTo(Num.of(0));
    }

    @Test
    void sumsAreExact() {
        assertThat(Num.of(0.1).plus(Num.of(0.2))).isEqualTo(Num.parse("0.3"));
        assertThat(Num.of(1).plus(Num.of(-1))).isEqualTo(Num.of(0));
    }

    @Test
    void everyDoubleInRangeReadsBackAndSortsLikeItself() {
        Seeded.runs(20_000, random -> {
            double number = Doubles.number(random);
            double other = Doubles.number(random);
            assertThat(Num.of(number).doubleValue()).isEqualTo(number);
            assertThat(Integer.signum(Num.of(number).compareTo(Num.of(other))))
                    .isEqualTo(Double.compare(number, other));
        });
    }

    @Test
    void everyShortDecimalIsKeptAsWritten() {
        Seeded.runs(20_000, random -> {
            long digits = random.nextLong(-999_999_999_999_999L, 1_000_000_000_000_000L);
            BigDecimal decimal = BigDecimal.valueOf(digits / powerOfTen(random.nextInt(15)), random.nextInt(10));
            assertThat(Num.of(decimal.doubleValue())).isEqualTo(Num.of(decimal));
        });
    }

    private static long powerOfTen(int exponent) {
        return BigDecimal.TEN.pow(exponent).longValue();
    }
}
