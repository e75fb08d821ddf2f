package dev.varve.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.iot.FleetDevice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeviceSelectionTest {

    @Test
    void pagesAreThoseOfTheSortedList() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<DeviceGroup> devices = new ArrayList<>();
            int count = random.nextInt(60);
            for (int i = 0; i < count; i++) {
                FleetDevice entry = FleetDevice.of("d%02d".formatted(i), "n" + random.nextInt(10));
                devices.add(new DeviceGroup(entry.deviceId(), List.of(entry)));
            }
            int from = random.nextInt(70);
            int limit = 1 + random.nextInt(20);
            Comparator<String> order = random.nextBoolean() ? Comparator.naturalOrder() : Comparator.reverseOrder();
            List<DeviceGroup> sorted = devices.stream()
                    .sorted(Comparator.comparing(DeviceGroup::name, order).thenComparing(DeviceGroup::deviceId))
                    .toList();
            assertThat(DeviceSelection.sorted(devices.stream(), DeviceGroup::name, order, from, limit))
                    .as("seed %s", seed)
                    .isEqualTo(new DeviceSelection(
                            sorted.stream().skip(from).limit(limit).toList(), count));
            assertThat(DeviceSelection.inOrder(devices.stream(), from, limit))
                    .as("seed %s", seed)
                    .isEqualTo(new DeviceSelection(
                            devices.stream().skip(from).limit(limit).toList(), count));
        }
    }
}
