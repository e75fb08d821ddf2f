package dev.varve.alert.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class AlertIdTest {

    private static final Instant OPENED = Instant.parse("2026-04-20T14:00:00Z");

    @Test
    void idHasTheDocumentedFormat() {
        assertThat(AlertId.of("readings", "sensor_01", "too-hot", OPENED)).isEqualTo("01KPNK1QR0R3KDJNNHKR8WN0EW");
    }

    @Test
    void idDependsOnEveryPart() {
        String id = AlertId.of("a", "bc", "r", OPENED);
        assertThat(id).hasSize(26).matches("[0-9A-HJKMNP-TV-Z]{26}");
        assertThat(AlertId.of("ab", "c", "r", OPENED)).isNotEqualTo(id);
        assertThat(AlertId.of("a", "b", "cr", OPENED)).isNotEqualTo(id);
        assertThat(AlertId.of("a", "bc", "r", OPENED.plusNanos(1)))
                .isNotEqualTo(id)
                .startsWith(id.substring(0, 10));
    }

    @Test
    void idsSortByTheOpeningClock() {
        String before = AlertId.of("z", "z", "z", OPENED.minusMillis(1));
        String after = AlertId.of("a", "a", "a", OPENED);
        assertThat(before).isLessThan(after);
        assertThat(AlertId.of("a", "a", "a", Instant.EPOCH.minusSeconds(1))).startsWith("0000000000");
    }
}
