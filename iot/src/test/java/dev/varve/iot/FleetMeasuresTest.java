package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.rollup.Counter;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.StateTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Measures of a fleet besides the statistics of its numbers. */
class FleetMeasuresTest extends FleetContract {

    private static final Counter ENERGY = Counter.ofEntry("fields", "energy");
    private static final StateTime STATE = StateTime.ofEntry("texts", "state").holds(Duration.ofHours(2));

    private static DynamicReading reading(String time, double energy, String state) {
        return new DynamicReading("d", at(time), Map.of("energy", energy), Optional.of("hall"), Map.of("state", state));
    }

    @Test
    void fieldsAndTextsAreCountersAndStates() {
        Fleet<DynamicReading> declared = fleetOf(DynamicReading.class)
                .measure(ENERGY)
                .measure(STATE)
                .registerUnknown()
                .build();
        try (Varve db = open(declared)) {
            OpenFleet<DynamicReading> fleet = declared.on(db);
            fleet.appendAll(List.of(
                    reading("12:50:00", 10, "on"), reading("13:30:00", 12.5, "off"), reading("13:45:00", 13, "on")));
            letHoursBeSealed();
            catchUp(fleet);
            RollupRow row = fleet.device("d")
                    .rows()
                    .hourly()
                    .between(at("13:00:00"), at("14:00:00"))
                    .first()
                    .orElseThrow();
            assertThat(ENERGY.increase(row)).hasValue(3);
            assertThat(STATE.in(row, "on")).isEqualTo(Duration.ofMinutes(45));
            assertThat(STATE.changes(row)).isEqualTo(2);
            assertThat(row.avg("energy")).hasValue(12.75);
            assertThat(fleet.rowsAt("hall")
                            .hourly()
                            .between(at("13:00:00"), at("14:00:00"))
                            .first()
                            .orElseThrow()
                            .avg("energy"))
                    .hasValue(12.75);
        }
    }
}
