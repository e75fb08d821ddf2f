package dev.varve.server.fleet;

import dev.varve.entity.EntityOutcome;
import dev.varve.error.Rejected;
import dev.varve.iot.Devices;
import dev.varve.iot.FleetDevice;
import dev.varve.table.BlockingTable;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Registers new devices. A batch uses several threads, because concurrent durable writes share one wait for the disk. */
final class DeviceRegistration {

    private static final int AT_ONCE = 32;

    /** A device that a sample named. */
    record Newcomer(FleetDevice device, Instant at) {
        String id() {
            return device.deviceId();
        }
    }

    private final Devices devices;
    private final FleetView view;
    private final int most;

    /** @param most the largest number of devices */
    DeviceRegistration(Devices devices, FleetView view, int most) {
        this.devices = devices;
        this.view = view;
        this.most = most;
    }

    /** Returns why a device could not be registered, by its id. */
    Map<String, Rejected> register(Collection<Newcomer> unknown) {
        if (unknown.isEmpty()) {
            return Map.of();
        }
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(unknown.size(), AT_ONCE));
        try {
            return register(unknown, threads);
        } finally {
            threads.shutdown();
        }
    }

    private Map<String, Rejected> register(Collection<Newcomer> unknown, ExecutorService threads) {
        Map<String, Rejected> refused = new HashMap<>();
        Map<Newcomer, CompletableFuture<FleetDevice>> begun = new LinkedHashMap<>();
        for (Newcomer newcomer : unknown) {
            if (!isRoom(begun.keySet())) {
                refused.put(newcomer.id(), tooMany(newcomer));
            } else if (view.device(newcomer.id()).isEmpty()) {
                begun.put(newcomer, CompletableFuture.supplyAsync(() -> registered(newcomer), threads));
            }
        }
        begun.forEach((newcomer, device) -> {
            try {
                view.put(BlockingTable.await(device));
            } catch (Rejected refusal) {
                if (refusal.isOutage()) {
                    throw refusal;
                }
                refused.put(newcomer.id(), refusal);
            }
        });
        // Another process may have registered a device that was refused here.
        refused.keySet().removeIf(id -> view.device(id).isPresent());
        return refused;
    }

    private FleetDevice registered(Newcomer newcomer) {
        EntityOutcome.OfCreate<FleetDevice> outcome = devices.registerSeen(newcomer.device(), newcomer.at());
        // Another process may have been faster.
        return outcome instanceof EntityOutcome.Exists<FleetDevice> known
                ? known.existing()
                : ((EntityOutcome.Created<FleetDevice>) outcome).record();
    }

    private boolean isRoom(Collection<Newcomer> begun) {
        if (view.devices().size() + begun.size() < most) {
            return true;
        }
        // Devices may have been removed. This is checked now and then, not for each sample.
        view.refresh();
        long more = begun.stream()
                .filter(newcomer -> view.device(newcomer.id()).isEmpty())
                .count();
        return view.devices().size() + more < most;
    }

    private Rejected tooMany(Newcomer newcomer) {
        return new Rejected(
                "reading.too-many-devices",
                "device %s exceeds the limit of %s devices: does the id contain a tag that changes all the time?"
                        .formatted(newcomer.id(), most));
    }
}
