package dev.varve.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HumanTextTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void numbersAreRoundedToFourDigits() {
        assertThat(HumanText.rounded(21.4567)).isEqualTo("21.46");
        assertThat(HumanText.rounded(100)).isEqualTo("100");
        assertThat(HumanText.rounded(0.00012345)).isEqualTo("0.0001234");
        assertThat(HumanText.rounded(123456.7)).isEqualTo("123457");
        assertThat(HumanText.rounded(-3.10001)).isEqualTo("-3.1");
        assertThat(HumanText.rounded(1e20)).isEqualTo("1E+20");
    }

    @Test
    void controlCharactersAreEscaped() {
        assertThat(HumanText.clean("a\u001b[31m\u009b1m\u202ecod\u2066.exe\u200f"))
                .isEqualTo("a\\u001b[31m\\u009b1m\\u202ecod\\u2066.exe\\u200f");
        assertThat(HumanText.clean("Zürich – 😀")).isEqualTo("Zürich – 😀");
        assertThat(HumanText.cleanJson("{\n  \"a\" : \"\u202e\"\n}")).isEqualTo("{\n  \"a\" : \"\\u202e\"\n}");
    }

    @Test
    void countUsesSingularAndPlural() {
        assertThat(HumanText.count(1, "device", "devices")).isEqualTo("1 device");
        assertThat(HumanText.count(2000, "device", "devices")).isEqualTo("2,000 devices");
    }

    @Test
    void exactNumbersAreNotRounded() {
        assertThat(HumanText.exact(21)).isEqualTo("21");
        assertThat(HumanText.exact(21.30000001)).isEqualTo("21.30000001");
    }

    @Test
    void thousandsAreSeparated() {
        assertThat(HumanText.count(1234567)).isEqualTo("1,234,567");
        assertThat(HumanText.count(-999)).isEqualTo("-999");
        assertThat(HumanText.count(-1000)).isEqualTo("-1,000");
    }

    @Test
    void agoUsesTheLargestUnit() {
        assertThat(HumanText.ago(NOW.minusSeconds(59), NOW)).isEqualTo("59s ago");
        assertThat(HumanText.ago(NOW.minusSeconds(3599), NOW)).isEqualTo("59m ago");
        assertThat(HumanText.ago(NOW.minus(Duration.ofHours(47)), NOW)).isEqualTo("47h ago");
        assertThat(HumanText.ago(NOW.minus(Duration.ofDays(9)), NOW)).isEqualTo("9d ago");
        assertThat(HumanText.ago(NOW.plusSeconds(5), NOW)).isEqualTo("in 5s");
        assertThat(HumanText.ago(null, NOW)).isEqualTo("never");
    }

    @Test
    void sparklinesShowGaps() {
        assertThat(HumanText.spark(Arrays.asList(0.0, null, 4.0, 7.9, 8.0))).isEqualTo("▁·▅██");
        assertThat(HumanText.spark(Arrays.asList(3.0, 3.0))).isEqualTo("▅▅");
    }

    @Test
    void escapeSequencesAndLineBreaksAreEscaped() {
        assertThat(HumanText.clean("a\u001b[31mb\nc")).isEqualTo("a\\u001b[31mb\\u000ac");
    }
}
