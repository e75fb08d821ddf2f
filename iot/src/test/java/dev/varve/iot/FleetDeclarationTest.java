package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.core.Rejected;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A fleet that could not work is refused when it is built, and the message says what to change. */
class FleetDeclarationTest {

    record Nameless(String sensor, Instant at, double level) {}

    @Test
    void readingsWithoutADeviceAreRefused() {
        assertThatThrownBy(() -> Fleet.of(Nameless.class).build())
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("record Nameless has no component deviceId of type String")
                .hasMessageContaining("add it, or rename yours");
    }

    @Test
    void inactivityBelowFourSecondsIsRefused() {
        assertThatThrownBy(() -> Fleet.of(Reading.class).inactiveAfter(Duration.ofSeconds(3)))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("devices are offline after PT3S");
    }

    @Test
    void whatIsUsualNeedsAField() {
        assertThatThrownBy(UsualHours::of)
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("what is usual is asked of 4 weeks and []");
    }
}
