package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.varve.error.Rejected;
import dev.varve.key.Grain;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Building an invalid fleet fails with a message that says what to change. */
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
                .hasMessage(
                        "inactiveAfter is PT3S; it must be from 4 seconds to 3650 days. The time of the last reading is stored with a precision of a quarter of it");
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without null checks can pass null.
    void invalidDurationIsRefused() {
        Map<String, Consumer<Duration>> declarations = Map.of(
                "inactiveAfter", time -> Fleet.of(Reading.class).inactiveAfter(time),
                "keep", time -> Fleet.of(Reading.class).keep(time),
                "keepRows", time -> Fleet.of(Reading.class).keepRows(Grain.HOUR, time),
                "keepAnomalies", time -> Fleet.of(Reading.class).keepAnomalies(time));
        declarations.forEach((name, declare) -> {
            for (Duration time :
                    new Duration[] {null, Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(Long.MAX_VALUE)}) {
                assertThatThrownBy(() -> declare.accept(time))
                        .as("%s of %s", name, time)
                        .isInstanceOf(Rejected.class)
                        .hasMessageContaining("is " + time);
            }
        });
    }

    @Test
    void longestInactivityWorks() {
        assertThat(Fleet.of(Reading.class)
                        .inactiveAfter(Duration.ofDays(3_650))
                        .build()
                        .inactiveAfter())
                .isEqualTo(Duration.ofDays(3_650));
        assertThatThrownBy(() -> Fleet.of(Reading.class)
                        .inactiveAfter(Duration.ofDays(3_650).plusNanos(1)))
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "inactiveAfter is PT87600H0.000000001S; it must be from 4 seconds to 3650 days. The time of the last"
                                + " reading is stored with a precision of a quarter of it");
    }

    @Test
    void packedReadingsNeedALayoutThatAllowsThem() {
        for (FleetLayout layout :
                List.of(FleetLayout.singleTable(), FleetLayout.monthBuckets(), FleetLayout.multiGrain())) {
            assertThat(Fleet.of(Reading.class)
                            .layout(layout)
                            .packed()
                            .build()
                            .readings()
                            .facts())
                    .containsKey("packed");
        }
        assertThatThrownBy(() -> Fleet.of(Reading.class)
                        .layout(FleetLayout.writeShards(4))
                        .packed()
                        .build())
                .isInstanceOf(Rejected.class)
                .hasMessage(
                        "fleet fleet is packed, but its layout spreads the readings of a device over shards: use a layout"
                                + " without it, such as FleetLayout.singleTable(), or leave packed() out");
        assertThatThrownBy(() -> Fleet.of(Reading.class)
                        .layout(FleetLayout.fourTables())
                        .packed()
                        .build())
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("has a table with the latest reading of each device");
    }

    @Test
    void baselineNeedsAField() {
        assertThatThrownBy(BaselineWindow::of)
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("a baseline has 4 weeks and the fields []");
    }
}
