package dev.varve.iot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.Varve;
import dev.varve.item.Item;
import dev.varve.series.ConflictPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The texts of dynamic readings. */
class ReadingTextsTest extends FleetContract {

    private static DynamicReading reading(String time, Map<String, Double> fields, Map<String, String> texts) {
        return new DynamicReading("d", at(time), fields, Optional.empty(), texts);
    }

    private Fleet<DynamicReading> fleet() {
        return fleetOf(DynamicReading.class)
                .onConflict(ConflictPolicy.MERGE)
                .registerUnknown()
                .build();
    }

    @Test
    void textsAreStoredWithTheReading() {
        Fleet<DynamicReading> declared = fleet();
        try (Varve db = open(declared)) {
            OpenFleet<DynamicReading> fleet = declared.on(db);
            DynamicReading both = reading("14:00:00", Map.of("v", 1.5), Map.of("state", "on", "v", "one and a half"));
            DynamicReading number = reading("14:01:00", Map.of("v", 2.5), Map.of());
            DynamicReading text = reading("14:02:00", Map.of(), Map.of("state", "off \u00e4 \ud83d\ude00"));
            assertThat(fleet.appendAll(java.util.List.of(both, number, text)).isAllStored())
                    .isTrue();
            letHoursBeSealed();
            catchUp(fleet);
            Instant from = at("13:00:00");
            assertThat(fleet.device("d")
                            .readings()
                            .between(from, at("15:00:00"))
                            .list())
                    .containsExactly(both, number, text);
            assertThat(fleet.device("d").latest()).contains(text);
            // A row counts all readings, and its statistics those that have a number.
            assertThat(fleet.device("d")
                            .rows()
                            .hourly()
                            .between(from, from.plus(Duration.ofHours(2)))
                            .list())
                    .singleElement()
                    .satisfies(row -> {
                        assertThat(row.count()).isEqualTo(3);
                        assertThat(row.count("v")).isEqualTo(2);
                    });
        }
    }

    @Test
    void partsOfAReadingAreJoined() {
        Fleet<DynamicReading> declared = fleet();
        try (Varve db = open(declared)) {
            OpenFleet<DynamicReading> fleet = declared.on(db);
            fleet.append(reading("14:00:00", Map.of("v", 1.0), Map.of("a", "x")));
            fleet.append(reading("14:00:00", Map.of("w", 2.0), Map.of()));
            fleet.append(reading("14:00:00", Map.of(), Map.of("b", "y")));
            assertThat(fleet.device("d").latest())
                    .contains(reading("14:00:00", Map.of("v", 1.0, "w", 2.0), Map.of("a", "x", "b", "y")));
        }
    }

    @Test
    void readingWithoutTextsHasTheItemOfEarlierVersions() {
        if (isPacked()) {
            return;
        }
        Fleet<DynamicReading> declared = fleet();
        try (Varve db = open(declared)) {
            OpenFleet<DynamicReading> fleet = declared.on(db);
            fleet.append(reading("14:00:00", Map.of("v", 1.0), Map.of()));
            Item item = item(db, "DEVICE#d", "READING#2026-04-20T14:00:00Z");
            assertThat(item.has("texts")).isFalse();
            assertThat(item.has("fields")).isTrue();
            assertThat(fleet.device("d").latest().orElseThrow().texts()).isEmpty();
        }
    }
}
