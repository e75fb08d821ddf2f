package dev.varve.server.http.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {

    private static final Instant NOW = Instant.parse("2026-04-20T14:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "now, 2026-04-20T14:00:00Z",
        "-6h, 2026-04-20T08:00:00Z",
        "-7d, 2026-04-13T14:00:00Z",
        "-2mo, 2026-02-19T14:00:00Z",
        "2026-04-20, 2026-04-20T00:00:00Z",
        "2026-04-20T14:00:00.250Z, 2026-04-20T14:00:00.250Z",
        "2026-04-20T16:00:00+02:00, 2026-04-20T14:00:00Z",
        "1776693600000, 2026-04-20T14:00:00Z",
    })
    void timesCanBeWrittenInManyWays(String text, Instant expected) {
        assertThat(TimeText.parse(text, NOW)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "6h",
                "-6 h",
                "2026-13-01",
                "-999999999y",
                "99999999999999999999",
                "2026-04-20T25:00Z"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> TimeText.parse(text, NOW))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("-6h");
    }

    @Test
    void randomTextIsParsedOrRefused() {
        for (long seed = 0; seed < 20_000; seed++) {
            var random = new SplittableRandom(seed);
            var text = new StringBuilder();
            for (int i = random.nextInt(24); i > 0; i--) {
                text.append("0123456789-+:TZ.wmohdys ".charAt(random.nextInt(24)));
            }
            try {
                TimeText.parse(text.toString(), NOW);
            } catch (Rejected refused) {
                assertThat(refused.code()).as("seed %s", seed).isEqualTo("ask.time");
            }
        }
    }
}
