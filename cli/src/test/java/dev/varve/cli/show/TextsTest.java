package dev.varve.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TextsTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void numbersAreRoundedToFourDigits() {
        assertThat(Texts.rounded(21.4567)).isEqualTo("21.46");
        assertThat(Texts.rounded(100)).isEqualTo("100");
        assertThat(Texts.rounded(0.00012345)).isEqualTo("0.0001234");
        assertThat(Texts.rounded(123456.7)).isEqualTo("123457");
        assertThat(Texts.rounded(-3.10001)).isEqualTo("-3.1");
        assertThat(Texts.rounded(1e20)).isEqualTo("1E+20");
    }

    @Test
    void whatATerminalWouldObeyIsWrittenOut() {
        assertThat(Texts.clean("a\u001b[31m\u009b1m\u202ecod\u2066.exe\u200f"))
                .isEqualTo("a\\u001b[31m\\u009b1m\\u202ecod\\u2066.exe\\u200f");
        assertThat(Texts.clean("Zürich – 😀")).isEqualTo("Zürich – 😀");
        assertThat(Texts.cleanJson("{\n  \"a\" : \"\u202e\"\n}")).isEqualTo("{\n  \"a\" : \"\\u202e\"\n}");
    }

    @Test
    void oneThingIsNotSeveral() {
        assertThat(Texts.count(1, "device", "devices")).isEqualTo("1 device");
        assertThat(Texts.count(2000, "device", "devices")).isEqualTo("2,000 devices");
    }

    @Test
    void exactNumbersAreWholeOrAsTheyAre() {
        assertThat(Texts.exact(21)).isEqualTo("21");
        assertThat(Texts.exact(21.30000001)).isEqualTo("21.30000001");
    }

    @Test
    void thousandsAreApart() {
        assertThat(Texts.count(1234567)).isEqualTo("1,234,567");
        assertThat(Texts.count(-999)).isEqualTo("-999");
        assertThat(Texts.count(-1000)).isEqualTo("-1,000");
    }

    @Test
    void timesAreAgoInTheirLargestUnit() {
        assertThat(Texts.ago(NOW.minusSeconds(59), NOW)).isEqualTo("59s ago");
        assertThat(Texts.ago(NOW.minusSeconds(3599), NOW)).isEqualTo("59m ago");
        assertThat(Texts.ago(NOW.minus(Duration.ofHours(47)), NOW)).isEqualTo("47h ago");
        assertThat(Texts.ago(NOW.minus(Duration.ofDays(9)), NOW)).isEqualTo("9d ago");
        assertThat(Texts.ago(NOW.plusSeconds(5), NOW)).isEqualTo("in 5s");
        assertThat(Texts.ago(null, NOW)).isEqualTo("never");
    }

    @Test
    void sparksShowGaps() {
        assertThat(Texts.spark(Arrays.asList(0.0, null, 4.0, 7.9, 8.0))).isEqualTo("▁·▅██");
        assertThat(Texts.spark(Arrays.asList(3.0, 3.0))).isEqualTo("▅▅");
    }

    @Test
    void whatATerminalWouldTakeForACommandIsShownEscaped() {
        assertThat(Texts.clean("a\u001b[31mb\nc")).isEqualTo("a\\u001b[31mb\\u000ac");
    }
}
