package dev.varve.key;

import static dev.varve.error.Refusals.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TickTest {

    @ParameterizedTest
    @CsvSource({
        "SECONDS, 2026-04-20T14:00:00Z",
        "MILLIS, 2026-04-20T14:00:00.123Z",
        "NANOS, 2026-04-20T14:00:00.123456789Z",
    })
    void textHasTheWidthOfTheTickAndReadsBack(Tick tick, String text) {
        Instant instant = Instant.parse("2026-04-20T14:00:00.123456789Z");

        assertThat(tick.text(instant)).isEqualTo(text);
        assertThat(tick.parse(text)).contains(tick.floor(instant));
    }

    @ParameterizedTest
    @CsvSource({
        "SECONDS, 2026-04-20T14:00:00.000Z",
        "MILLIS, 2026-04-20T14:00:00Z",
        "NANOS, 2026-04-20T14:00:00.123Z",
        "SECONDS, 2026-02-30T14:00:00Z",
        "SECONDS, 2026-04-20T14:00:00z",
        "MILLIS, 2026-04-20T14:00:00.1x3Z",
        "MILLIS, 2026-04-20T14:00:00:123Z",
        "SECONDS, ''",
    })
    void otherTextsAreNotRead(Tick tick, String text) {
        assertThat(tick.parse(text)).isEmpty();
    }

    @Test
    void yearsWithoutFourDigitsHaveNoText() {
        assertRejected("key.clock-out-of-range", () -> Tick.SECONDS.text(Instant.MAX));
    }
}
