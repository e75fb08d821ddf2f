package dev.varve.entity;

import dev.varve.item.RecordOptions;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The device of the tests, with one component of every kind that entities treat specially. */
public record Device(
        String deviceId,
        String name,
        @Nullable Status status,
        @Nullable String location,
        @Nullable String serial,
        @Nullable Instant lastSeenAt,
        long alerts,
        List<String> tags,
        @Nullable Instant createdAt,
        @Nullable Instant updatedAt) {

    public enum Status {
        ACTIVE,
        INACTIVE,
        MAINTENANCE
    }

    public static Device of(String deviceId) {
        return new Device(deviceId, "sensor " + deviceId, null, null, null, null, 0, List.of(), null, null);
    }

    public Device named(String newName) {
        return new Device(deviceId, newName, status, location, serial, lastSeenAt, alerts, tags, createdAt, updatedAt);
    }

    public Device in(@Nullable Status newStatus) {
        return new Device(deviceId, name, newStatus, location, serial, lastSeenAt, alerts, tags, createdAt, updatedAt);
    }

    public Device at(@Nullable String newLocation) {
        return new Device(deviceId, name, status, newLocation, serial, lastSeenAt, alerts, tags, createdAt, updatedAt);
    }

    Device withSerial(@Nullable String newSerial) {
        return new Device(deviceId, name, status, location, newSerial, lastSeenAt, alerts, tags, createdAt, updatedAt);
    }

    public Device seen(@Nullable Instant newLastSeenAt) {
        return new Device(deviceId, name, status, location, serial, newLastSeenAt, alerts, tags, createdAt, updatedAt);
    }

    Device stamped(@Nullable Instant newCreatedAt, @Nullable Instant newUpdatedAt) {
        return new Device(
                deviceId, name, status, location, serial, lastSeenAt, alerts, tags, newCreatedAt, newUpdatedAt);
    }

    Device alerting(long newAlerts) {
        return new Device(deviceId, name, status, location, serial, lastSeenAt, newAlerts, tags, createdAt, updatedAt);
    }

    /** Starts the declaration that most tests use. */
    public static EntityBuilder<Device> declared() {
        return Entity.of(Device.class)
                .named("devices")
                .partition("DEVICE#{deviceId}")
                .sort("#METADATA")
                .options(RecordOptions.defaults().lowerCaseEnums())
                .index("gsi1", "DEVICE_STATUS#{status}", "DEVICE#{deviceId}")
                .withDefault("status", Status.ACTIVE)
                .readOnly("serial")
                .createdAt("createdAt")
                .updatedAt("updatedAt");
    }
}
