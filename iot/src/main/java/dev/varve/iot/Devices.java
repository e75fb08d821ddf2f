package dev.varve.iot;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.key.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The registry of a fleet's devices. */
public final class Devices {

    /** The index of devices by status, and of open alerts by severity. */
    static final String INDEX = "gsi1";

    private final OpenEntities<FleetDevice> devices;
    private final Registry registry;
    private final InstantSource clock;
    private final Duration silence;

    Devices(Fleet<?> fleet, OpenEntities<FleetDevice> devices, Registry registry, InstantSource clock) {
        this.devices = devices;
        this.registry = registry;
        this.clock = clock;
        // The stored instant may be so much before that of the latest reading: no device is called offline too early.
        this.silence = fleet.inactiveAfter().plus(fleet.quarter());
    }

    /** Registers a device; returns the one there is where there is one with this id. */
    public EntityOutcome.OfCreate<FleetDevice> register(FleetDevice device) {
        EntityOutcome.OfCreate<FleetDevice> outcome = devices.create(device);
        registry.forget(device.deviceId());
        return outcome;
    }

    /** Registers a device that was just heard of, and notes with the same write when that was. */
    public EntityOutcome.OfCreate<FleetDevice> registerSeen(FleetDevice device, Instant at) {
        FleetDevice seen = device.withLastSeenAt(registry.seen(at));
        EntityOutcome.OfCreate<FleetDevice> outcome = devices.create(seen);
        if (outcome instanceof EntityOutcome.Created<FleetDevice>) {
            registry.know(seen);
        }
        return outcome;
    }

    /** Returns a device; its entry may miss the newest writes. */
    public Optional<FleetDevice> find(String deviceId) {
        return devices.find(deviceId);
    }

    /** Asks for the devices of a status; follows after a moment. */
    public EntityQuery<FleetDevice> withStatus(DeviceStatus status) {
        return devices.by(INDEX, status);
    }

    /** Returns all devices, those of one status after those of another; close the stream to stop early. */
    public Stream<FleetDevice> stream() {
        return Arrays.stream(DeviceStatus.values()).flatMap(status -> withStatus(status).stream());
    }

    /** Asks for the active devices that sent readings lately. */
    public EntityQuery<FleetDevice> online() {
        return withStatus(DeviceStatus.ACTIVE).where(attr("lastSeenAt").after(since()));
    }

    /** Asks for the active devices that sent no reading for as long as the fleet allows, or never. */
    public EntityQuery<FleetDevice> offline() {
        return withStatus(DeviceStatus.ACTIVE)
                .where(attr("lastSeenAt").after(since()).not());
    }

    private String since() {
        return Tick.SECONDS.text(clock.instant().minus(silence));
    }

    /** Returns whether a device sent readings lately; false for one that is not registered. */
    public boolean isOnline(String deviceId) {
        Instant now = clock.instant();
        return find(deviceId)
                .filter(device -> device.isSeenWithin(silence, now))
                .isPresent();
    }

    public EntityOutcome.OfPatch<FleetDevice> setStatus(String deviceId, DeviceStatus status) {
        return change(deviceId, device -> device.set("status", status));
    }

    /** Moves a device: readings from now on are of the new place, those before stay where they were. */
    public EntityOutcome.OfPatch<FleetDevice> move(String deviceId, String location) {
        return change(deviceId, device -> device.set("location", location));
    }

    public EntityOutcome.OfPatch<FleetDevice> setFirmware(String deviceId, String firmware) {
        return change(deviceId, device -> device.set("firmware", firmware));
    }

    /** Changes a device in any way: {@code change("sensor_01", device -> device.set("name", "Dock 4"))}. */
    public EntityOutcome.OfPatch<FleetDevice> change(String deviceId, UnaryOperator<Patch<FleetDevice>> change) {
        EntityOutcome.OfPatch<FleetDevice> outcome =
                change.apply(devices.patch(deviceId)).run();
        registry.forget(deviceId);
        return outcome;
    }

    /** Takes a device out of the registry; its readings, aggregates and alerts stay. */
    public EntityOutcome.OfDelete<FleetDevice> remove(String deviceId) {
        EntityOutcome.OfDelete<FleetDevice> outcome = devices.delete(deviceId);
        registry.forget(deviceId);
        return outcome;
    }

    /** Returns the entities themselves, for transactions. */
    public OpenEntities<FleetDevice> entities() {
        return devices;
    }
}
