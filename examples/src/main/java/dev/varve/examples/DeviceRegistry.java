package dev.varve.examples;

import dev.varve.Varve;
import dev.varve.engine.Engine;
import dev.varve.entity.Entity;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.item.RecordOptions;
import dev.varve.schema.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A device registry: devices are created once, updated in parts, and never overwritten with an outdated version. */
public final class DeviceRegistry {

    private DeviceRegistry() {}

    enum Status {
        ACTIVE,
        INACTIVE,
        MAINTENANCE
    }

    // guide: device
    record Device(
            String deviceId,
            String name,
            Optional<Status> status,
            Optional<String> firmware,
            Optional<Instant> createdAt,
            Optional<Instant> updatedAt,
            long version) {

        static Device of(String deviceId, String name) {
            return new Device(
                    deviceId, name, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 0);
        }
    }

    static final Entity<Device> DEVICES = Entity.of(Device.class)
            .named("devices")
            .partition("DEVICE#{deviceId}")
            .sort("#METADATA")
            .index("gsi1", "DEVICE_STATUS#{status}", "DEVICE#{deviceId}")
            .options(RecordOptions.defaults().lowerCaseEnums()) // DEVICE_STATUS#active
            .withDefault("status", Status.ACTIVE)
            .createdAt("createdAt")
            .updatedAt("updatedAt")
            .versioned("version")
            .build();
    // guide: end

    static List<String> run(Engine engine, InstantSource clock) {
        Varve db = Varve.open(engine, Schema.of("registry", DEVICES));
        OpenEntities<Device> devices = db.entities(DEVICES);
        List<String> lines = new ArrayList<>();

        // guide: writes
        devices.create(Device.of("sensor_01", "Warehouse Temp A"));
        devices.create(Device.of("sensor_02", "Warehouse Temp B"));
        EntityOutcome.OfCreate<Device> twice = devices.create(Device.of("sensor_01", "Another"));

        Device read = devices.findConsistent("sensor_01").orElseThrow();
        devices.patch("sensor_01").set("firmware", "2.1.0").run();
        EntityOutcome.OfPatch<Device> outdated = devices.patch("sensor_01")
                .set("status", Status.MAINTENANCE)
                .expecting(read.version()) // outdated by the write above
                .run();
        // guide: end
        lines.add("created twice: " + twice.getClass().getSimpleName());
        lines.add("with an old version: " + outdated.getClass().getSimpleName());

        devices.patch("sensor_02").set("status", Status.MAINTENANCE).run();
        // guide: status
        List<Device> inMaintenance = devices.by("gsi1", Status.MAINTENANCE).list();
        // guide: end
        inMaintenance.forEach(device -> lines.add("in maintenance: " + device.name()));
        devices.find("sensor_01")
                .ifPresent(device ->
                        lines.add("firmware " + device.firmware().orElse("unknown") + ", version " + device.version()));
        return lines;
    }

    public static void main(String[] args) {
        Embedded.print(DeviceRegistry::run);
    }
}
