package dev.varve.notify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoticeJsonTest {

    @Test
    void noticeIsAFlatObjectWithoutAbsentParts() {
        assertThat(NoticeJson.of(Notices.opened("too hot")))
                .isEqualTo("{\"id\":\"01HW2F3G4H0000000000000000-opened\",\"event\":\"opened\","
                        + "\"alertId\":\"01HW2F3G4H0000000000000000\",\"deviceId\":\"sensor_01\","
                        + "\"series\":\"readings\",\"rule\":\"too-hot\",\"severity\":\"critical\",\"status\":\"open\","
                        + "\"message\":\"too hot\",\"openedAt\":\"2026-04-20T14:05:00.000000000Z\","
                        + "\"readingAt\":\"2026-04-20T14:00:00.000000000Z\",\"value\":31.5}");
    }

    @Test
    void whatCouldBreakAReaderIsEscaped() {
        String message = "\"\\\n\t\u0000\u007f\u2028 30\u00b0 \ud83d\udd25 \ud83d.";
        assertThat(NoticeJson.of(Notices.opened(message)))
                .contains("\"message\":\"\\\"\\\\\\u000a\\u0009\\u0000\\u007f\\u2028 30\u00b0 \ud83d\udd25 \\ud83d.\"");
    }
}
