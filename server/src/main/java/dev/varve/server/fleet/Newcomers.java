package dev.varve.server.fleet;

import dev.varve.core.Rejected;
import dev.varve.core.entity.EntityOutcome;
import dev.varve.core.table.BlockingTable;
import dev.varve.iot.Device;
import dev.varve.iot.Devices;
import dev.varve.server.http.Outage;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Registers devices that nobody knew, many of one batch at a time: each is a durable write, and they share the wait. */
final class Newcomers {

    private static final int AT_ONCE = 50;

    private final Devices devices;
    private final FleetView view;
    private final int most;

    /** @param most as many devices as there may be */
    Newcomers(Devices devices, FleetView view, int most) {
        this.devices = devices;
        this.view = view;
        this.most = most;
    }

    /** Returns why a device could not be registered, by its id. */
    Map<String, Rejected> register(Collection<Device> unknown) {
        Map<String, Rejected> refused = new HashMap<>();
        Map<Device, CompletableFuture<EntityOutcome.OfCreate<Device>>> begun = new LinkedHashMap<>();
        for (Device device : unknown) {
            if (begun.size() == AT_ONCE) {
                finish(begun, refused);
            }
            if (!isRoom(begun.keySet())) {
                refused.put(device.deviceId(), tooMany(device));
            } else if (view.device(device.deviceId()).isEmpty()) {
                begun.put(device, devices.registerAsync(device));
            }
        }
        finish(begun, refused);
        // One for which there was no room may be known by now: another process registered it.
        refused.keySet().removeIf(id -> view.device(id).isPresent());
        return refused;
    }

    private boolean isRoom(Collection<Device> begun) {
        if (view.devices().size() + begun.size() < most) {
            return true;
        }
        // Some may have been removed; that is looked for now and then, and not for each sample.
        view.refresh();
        long more = begun.stream()
                .filter(device -> view.device(device.deviceId()).isEmpty())
                .count();
        return view.devices().size() + more < most;
    }

    private Rejected tooMany(Device device) {
        return new Rejected(
                "reading.too-many-devices",
                "device %s would be one more than the %s that are allowed: is a tag in it that changes all the time?"
                        .formatted(device.deviceId(), most));
    }

    private void finish(
            Map<Device, CompletableFuture<EntityOutcome.OfCreate<Device>>> begun, Map<String, Rejected> refused) {
        begun.forEach((device, outcome) -> {
            try {
                // Another process may have been quicker.
                view.put(
                        BlockingTable.await(outcome) instanceof EntityOutcome.Exists<Device> known
                                ? known.existing()
                                : device);
            } catch (Rejected refusal) {
                if (Outage.is(refusal)) {
                    throw refusal;
                }
                refused.put(device.deviceId(), refusal);
            }
        });
        begun.clear();
    }
}
