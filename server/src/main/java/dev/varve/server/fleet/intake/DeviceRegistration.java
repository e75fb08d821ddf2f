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

/** Limits the number of devices that readings register. */
final class DeviceRegistration {

    private final Devices devices;
    private final FleetView view;
    private final int most;

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
        Map<String, Rejected> refused = new HashMap<>();
        Map<FleetDevice, Instant> admitted = new LinkedHashMap<>();
        unknown.forEach((device, at) -> {
            if (!isRoom(admitted.keySet())) {
                refused.put(device.deviceId(), tooMany(device));
            } else if (view.device(device.deviceId()).isEmpty()) {
                admitted.put(device, at);
            }
        });
        devices.registerAllSeen(admitted).forEach((id, device) -> {
            try {
                view.put(BlockingTable.await(device));
            } catch (Rejected refusal) {
                if (refusal.isOutage()) {
                    throw refusal;
                }
                refused.put(id, refusal);
            }
        });
        // Another process may have registered a device that was refused here.
        refused.keySet().removeIf(id -> view.device(id).isPresent());
        return refused;
    }

    private boolean isRoom(Collection<FleetDevice> admitted) {
        if (view.devices().size() + admitted.size() < most) {
            return true;
        }
        // Devices may have been removed. This is checked now and then, not for each sample.
        view.refresh();
        long more = admitted.stream()
                .filter(device -> view.device(device.deviceId()).isEmpty())
                .count();
        return view.devices().size() + more < most;
    }

    private Rejected tooMany(FleetDevice device) {
        return new Rejected(
                "reading.too-many-devices",
                "device %s exceeds the limit of %s devices: does the id contain a tag that changes all the time?"
                        .formatted(device.deviceId(), most));
    }
}
