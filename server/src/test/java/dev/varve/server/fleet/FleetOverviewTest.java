package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DynamicReading;
import dev.varve.iot.FleetDevice;
import dev.varve.memory.MemoryEngine;
import dev.varve.server.ServerDatabase;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.testkit.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetOverviewTest {

    private final MutableClock clock = new MutableClock(Instant.parse("2026-04-20T14:00:00Z"));
    private final ServerDatabase database = ServerDatabase.open(new MemoryEngine(clock), "varve", clock);
    private final FleetView view = new FleetView(database.fleet(), clock, new FleetView.Listener() {
        @Override
        public void read(DynamicReading reading) {}

        @Override
        public boolean receivesChanges() {
            return true;
        }
    });
    private long nanos;
    private long nanosPerLook;
    private final FleetOverview overview =
            new FleetOverview(view, database.fleet().inactiveAfter(), () -> nanos += nanosPerLook);

    @AfterEach
    void close() {
        database.close();
    }

    private void append(int from, int to) {
        List<DynamicReading> readings = new ArrayList<>();
        for (int i = from; i < to; i++) {
            String id = "sensor_%05d".formatted(i);
            database.fleet().devices().register(FleetDevice.of(id, id).withLocation("hall-" + i % 3));
            readings.add(new DynamicReading(id, clock.instant(), Map.of("v", 1.0 * i), Optional.empty()));
        }
        assertThat(database.fleet().appendAll(readings).isAllStored()).isTrue();
    }

    @Test
    void countsThatAreQuicklyComputedAreNeverKept() {
        nanosPerLook = Duration.ofMillis(1).toNanos();
        append(0, 3);
        view.refresh();
        assertThat(overview.counts(clock.instant()).total()).isEqualTo(3);
        view.put(FleetDevice.of("new", "new").withStatus(DeviceStatus.MAINTENANCE));
        FleetOverview.Counts counts = overview.counts(clock.instant());
        assertThat(counts.total()).isEqualTo(4);
        assertThat(counts.online()).isEqualTo(3);
        assertThat(counts.of(DeviceStatus.MAINTENANCE)).isEqualTo(1);
        assertThat(counts.of(DeviceStatus.ACTIVE)).isEqualTo(3);
        assertThat(counts.fields()).containsExactly("v");
        assertThat(counts.locations().count()).isEqualTo(3);
    }

    @Test
    void countsThatTakeLongAreKeptForAWhile() {
        nanosPerLook = Duration.ofMillis(50).toNanos();
        append(0, 3);
        view.refresh();
        assertThat(overview.counts(clock.instant()).total()).isEqualTo(3);
        view.put(FleetDevice.of("new", "new"));
        assertThat(overview.counts(clock.instant()).total()).isEqualTo(3);
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(overview.counts(clock.instant()).total()).isEqualTo(4);
    }

    @Test
    void latestReadingsOfALargeFleetAreReadInPieces() {
        append(0, 2_500);
        view.refresh();
        List<String> unread = view.devices().stream()
                .map(FleetDevice::deviceId)
                .filter(id -> view.latest(id).isEmpty())
                .toList();
        assertThat(unread).hasSize(500);
        assertThat(overview.counts(clock.instant()).online())
                .as("devices count as online by the registry")
                .isEqualTo(2_500);
        view.require(unread.subList(0, 3));
        assertThat(view.latest(unread.get(2))).isPresent();
        assertThat(view.latest(unread.get(3))).isEmpty();
        view.tick().join();
        assertThat(unread).allMatch(id -> view.latest(id).isPresent());
    }
}
