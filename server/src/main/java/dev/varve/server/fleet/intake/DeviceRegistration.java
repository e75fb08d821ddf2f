package dev.varve.server.fleet.intake;

import dev.varve.error.Rejected;
import dev.varve.iot.Devices;
import dev.varve.iot.FleetDevice;
import dev.varve.server.fleet.view.FleetView;
import dev.varve.table.BlockingTable;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Registers the devices that readings name, all of a batch together, and limits their number. */
final class DeviceRegistration {

    private final Devices devices;
    private final FleetView view;
    private final int most;

    /** The devices that are being registered, with the number of requests that do so. Guarded by this. */
    private final Map<String, Integer> pending = new HashMap<>();

    /** @param most the largest number of devices */
    DeviceRegistration(Devices devices, FleetView view, int most) {
        this.devices = devices;
        this.view = view;
        this.most = most;
    }

    /**
     * Returns why a device could not be registered, by its id.
     *
     * @param unknown the devices, with the clock of the reading that named each
     */
    Map<String, Rejected> register(Map<FleetDevice, Instant> unknown) {
        if (unknown.isEmpty()) {
            return Map.of();
        }
        Map<FleetDevice, Instant> admitted = new LinkedHashMap<>();
        Map<String, Rejected> refused = new HashMap<>();
        admit(unknown, admitted);
        try {
            if (admitted.size() < unknown.size() && view.refreshDevices()) {
                // The registry was read again, which is done now and then: another process may have removed devices.
                admit(unknown, admitted);
            }
            if (admitted.size() < unknown.size()) {
                unknown.keySet().stream()
                        .filter(device -> !admitted.containsKey(device))
                        .forEach(device -> refused.put(device.deviceId(), tooMany(device)));
            }
            store(admitted, refused);
        } finally {
            release(admitted.keySet());
        }
        // Another request or process may have registered a device that was refused here.
        refused.keySet().removeIf(id -> view.device(id).isPresent());
        return refused;
    }

    /** Registers devices. If some of them fail because of an outage, the others are registered nevertheless. */
    private void store(Map<FleetDevice, Instant> admitted, Map<String, Rejected> refused) {
        RuntimeException outage = null;
        for (Map.Entry<String, CompletableFuture<FleetDevice>> device :
                devices.registerAllSeen(admitted).entrySet()) {
            try {
                view.put(BlockingTable.await(device.getValue()));
            } catch (Rejected refusal) {
                if (refusal.isOutage()) {
                    outage = first(outage, refusal);
                } else {
                    refused.put(device.getKey(), refusal);
                }
            } catch (RuntimeException failure) {
                outage = first(outage, failure);
            }
        }
        if (outage != null) {
            throw outage;
        }
    }

    private static RuntimeException first(@Nullable RuntimeException earlier, RuntimeException failure) {
        return earlier == null ? failure : earlier;
    }

    /** Admits devices as long as there is room. A device that another request is registering needs no further room. */
    private synchronized void admit(Map<FleetDevice, Instant> unknown, Map<FleetDevice, Instant> admitted) {
        int[] taken = {taken(unknown.size())};
        boolean isAgain = !admitted.isEmpty();
        unknown.forEach((device, at) -> {
            String id = device.deviceId();
            if (isAgain && admitted.containsKey(device)) {
                return;
            }
            boolean isNew = !pending.containsKey(id) && view.device(id).isEmpty();
            if (!isNew || taken[0] < most) {
                taken[0] += isNew ? 1 : 0;
                pending.merge(id, 1, Integer::sum);
                admitted.put(device, at);
            }
        });
    }

    /** Returns the number of devices that are registered or being registered; more at most if the wanted ones fit in anyway. */
    private int taken(int wanted) {
        int sum = view.devices().size() + pending.size();
        if (sum + wanted <= most) {
            return sum;
        }
        // Near the limit, a device that is registered and not yet released counts once.
        return sum
                - (int) pending.keySet().stream()
                        .filter(id -> view.device(id).isPresent())
                        .count();
    }

    private synchronized void release(Collection<FleetDevice> admitted) {
        admitted.forEach(device ->
                pending.computeIfPresent(device.deviceId(), (id, requests) -> requests == 1 ? null : requests - 1));
    }

    private Rejected tooMany(FleetDevice device) {
        return new Rejected(
                "reading.too-many-devices",
                "device %s exceeds the limit of %s devices (--max-devices): does the id contain a tag that changes all the time?"
                        .formatted(device.deviceId(), most));
    }
}
