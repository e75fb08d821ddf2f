package dev.varve.iot;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A device in the registry.
 *
 * @param lastSeenAt the clock of a recent reading, at most a quarter of the inactivity limit older than the latest one
 * @param createdAt when the device was registered; set by the registry
 * @param updatedAt when the entry was last changed; set by the registry
 */
public record FleetDevice(
        String deviceId,
        String name,
        DeviceType type,
        DeviceStatus status,
        Optional<String> location,
        Optional<String> firmware,
        Map<String, String> labels,
        Optional<Instant> lastSeenAt,
        Optional<Instant> createdAt,
        Optional<Instant> updatedAt) {

    public FleetDevice {
        labels = Map.copyOf(labels);
        // A fleet has up to a million devices in memory, most of them with the id as name, and never changed.
        name = name.equals(deviceId) ? deviceId : name;
        location = location.isPresent() ? ReadingForm.LOCATIONS.shared(location) : location;
        updatedAt = updatedAt.equals(createdAt) ? createdAt : updatedAt;
    }

    /** Returns an active sensor with this id and name. */
    public static FleetDevice of(String deviceId, String name) {
        return new FleetDevice(
                deviceId,
                name,
                DeviceType.SENSOR,
                DeviceStatus.ACTIVE,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public FleetDevice withType(DeviceType newType) {
        return new FleetDevice(
                deviceId, name, newType, status, location, firmware, labels, lastSeenAt, createdAt, updatedAt);
    }

    public FleetDevice withStatus(DeviceStatus newStatus) {
        return new FleetDevice(
                deviceId, name, type, newStatus, location, firmware, labels, lastSeenAt, createdAt, updatedAt);
    }

    public FleetDevice withLocation(String newLocation) {
        return new FleetDevice(
                deviceId,
                name,
                type,
                status,
                Optional.of(newLocation),
                firmware,
                labels,
                lastSeenAt,
                createdAt,
                updatedAt);
    }

    public FleetDevice withFirmware(String newFirmware) {
        return new FleetDevice(
                deviceId,
                name,
                type,
                status,
                location,
                Optional.of(newFirmware),
                labels,
                lastSeenAt,
                createdAt,
                updatedAt);
    }

    public FleetDevice withLabel(String label, String value) {
        Map<String, String> more = new TreeMap<>(labels);
        more.put(label, value);
        return new FleetDevice(
                deviceId, name, type, status, location, firmware, more, lastSeenAt, createdAt, updatedAt);
    }

    FleetDevice withLastSeenAt(Instant at) {
        return new FleetDevice(
                deviceId, name, type, status, location, firmware, labels, Optional.of(at), createdAt, updatedAt);
    }

    /** Returns whether the device was seen within this time before now. */
    boolean isSeenWithin(Duration duration, Instant now) {
        return lastSeenAt.filter(seen -> seen.isAfter(now.minus(duration))).isPresent();
    }
}
