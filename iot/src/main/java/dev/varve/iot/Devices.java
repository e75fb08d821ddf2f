package dev.varve.iot;

import static dev.varve.table.AttributePath.attr;

import dev.varve.entity.EntityOutcome;
import dev.varve.entity.EntityQuery;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.key.Tick;
import dev.varve.table.BlockingTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The registry of a fleet's devices. */
public final class Devices {

    /** The index of devices by status, and of open alerts by severity. */
    static final String INDEX = "gsi1";

    private final OpenEntities<FleetDevice> devices;
    private final OpenEntities<FleetDevice> deferred;
    private final Registry registry;
    private final InstantSource clock;
    private final Duration silence;

    Devices(Fleet<?> fleet, OpenEntities<FleetDevice> devices, Registry registry, InstantSource clock) {
        this.devices = devices;
        this.deferred = devices.deferred();
        this.registry = registry;
        this.clock = clock;
        // The stored time may be a quarter older than the latest reading, so no device appears offline too early.
        this.silence = fleet.inactiveAfter().plus(fleet.quarter());
    }

    /** Registers a device; the outcome holds the existing device if the id is taken. */
    public EntityOutcome.OfCreate<FleetDevice> register(FleetDevice device) {
        EntityOutcome.OfCreate<FleetDevice> outcome = devices.create(device);
        registry.forget(device.deviceId());
        return outcome;
    }

    /** Registers a device that sent a reading at this time, and stores the time with the same write. */
    public EntityOutcome.OfCreate<FleetDevice> registerSeen(FleetDevice device, Instant at) {
        FleetDevice seen = device.withLastSeenAt(registry.seen(at));
        EntityOutcome.OfCreate<FleetDevice> outcome = devices.create(seen);
        if (outcome instanceof EntityOutcome.Created<FleetDevice>) {
            registry.add(seen);
        }
        return outcome;
    }

    /**
     * Registers devices that sent readings at these times, several at a time. They are durable with the next durable write,
     * such as that of their readings. Returns each device as it is stored, by its id: an existing device stays as it is. The future of a
     * device that could not be registered fails with the reason.
     */
    public Map<String, CompletableFuture<FleetDevice>> registerAllSeen(Map<FleetDevice, Instant> seen) {
        if (seen.isEmpty()) {
            return Map.of();
        }
        List<FleetDevice> each = new ArrayList<>(seen.size());
        seen.forEach((device, at) -> each.add(device.withLastSeenAt(registry.seen(at))));
        List<CompletableFuture<EntityOutcome.OfCreate<FleetDevice>>> outcomes =
                EntityAccess.instance().createEach(deferred, each);
        Map<String, CompletableFuture<FleetDevice>> registered = new LinkedHashMap<>(each.size() * 2);
        for (int i = 0; i < each.size(); i++) {
            registered.put(each.get(i).deviceId(), outcomes.get(i).thenApply(this::registered));
        }
        return registered;
    }

    private FleetDevice registered(EntityOutcome.OfCreate<FleetDevice> outcome) {
        FleetDevice device = stored(outcome);
        if (outcome instanceof EntityOutcome.Created<FleetDevice>) {
            registry.add(device);
        }
        return device;
    }

    private static FleetDevice stored(EntityOutcome.OfCreate<FleetDevice> outcome) {
        return outcome instanceof EntityOutcome.Exists<FleetDevice> known
                ? known.existing()
                : ((EntityOutcome.Created<FleetDevice>) outcome).record();
    }

    /**
     * Stores when devices were last seen, where that is not stored yet: appending readings of the past postpones it. Reading
     * the registry through this class does so too.
     */
    public void recordSeen() {
        BlockingTable.await(registry.recordAll());
    }

    /** Returns a device; eventually consistent. */
    public Optional<FleetDevice> find(String deviceId) {
        recordSeen();
        return devices.find(deviceId);
    }

    /** Queries the devices with a status; eventually consistent. */
    public EntityQuery<FleetDevice> withStatus(DeviceStatus status) {
        recordSeen();
        return devices.by(INDEX, status);
    }

    /** Returns all devices, grouped by status; close the stream to stop early. */
    public Stream<FleetDevice> stream() {
        return Arrays.stream(DeviceStatus.values()).flatMap(status -> withStatus(status).stream());
    }

    /** Queries the active devices that sent a reading within the fleet's inactivity limit. */
    public EntityQuery<FleetDevice> online() {
        return withStatus(DeviceStatus.ACTIVE).where(attr("lastSeenAt").after(since()));
    }

    /** Queries the active devices that sent no reading within the fleet's inactivity limit, or never. */
    public EntityQuery<FleetDevice> offline() {
        return withStatus(DeviceStatus.ACTIVE)
                .where(attr("lastSeenAt").after(since()).not());
    }

    private String since() {
        return Tick.SECONDS.text(clock.instant().minus(silence));
    }

    /** Returns whether a device is online; false if it is not registered. */
    public boolean isOnline(String deviceId) {
        Instant now = clock.instant();
        return find(deviceId)
                .filter(device -> device.isSeenWithin(silence, now))
                .isPresent();
    }

    public EntityOutcome.OfPatch<FleetDevice> setStatus(String deviceId, DeviceStatus status) {
        return change(deviceId, device -> device.set("status", status));
    }

    /** Moves a device to a location. Later readings get the new location; earlier ones keep theirs. */
    public EntityOutcome.OfPatch<FleetDevice> move(String deviceId, String location) {
        return change(deviceId, device -> device.set("location", location));
    }

    public EntityOutcome.OfPatch<FleetDevice> setFirmware(String deviceId, String firmware) {
        return change(deviceId, device -> device.set("firmware", firmware));
    }

    /** Patches a device: {@code change("sensor_01", device -> device.set("name", "Dock 4"))}. */
    public EntityOutcome.OfPatch<FleetDevice> change(String deviceId, UnaryOperator<Patch<FleetDevice>> change) {
        EntityOutcome.OfPatch<FleetDevice> outcome =
                change.apply(devices.patch(deviceId)).run();
        registry.forget(deviceId);
        return outcome;
    }

    /** Removes a device from the registry; its readings, rows and alerts stay. */
    public EntityOutcome.OfDelete<FleetDevice> remove(String deviceId) {
        EntityOutcome.OfDelete<FleetDevice> outcome = devices.delete(deviceId);
        registry.removed(deviceId);
        return outcome;
    }

    /** Returns the underlying entities, for transactions. */
    public OpenEntities<FleetDevice> entities() {
        return devices;
    }
}
