package dev.varve.iot;

import dev.varve.alert.Alert;
import dev.varve.entity.EntityQuery;
import dev.varve.rollup.RollupQuery;
import dev.varve.series.History;
import java.util.Optional;

/** Queries about one device of an open fleet. */
public final class OpenDevice<E extends Record> {

    private final OpenFleet<E> fleet;
    private final String deviceId;

    OpenDevice(OpenFleet<E> fleet, String deviceId) {
        this.fleet = fleet;
        this.deviceId = deviceId;
    }

    public String id() {
        return deviceId;
    }

    /** Returns the device's entry in the registry; costs half a read unit. */
    public Optional<FleetDevice> metadata() {
        return fleet.devices().find(deviceId);
    }

    /** Returns whether the device is online; false if it is not registered. */
    public boolean isOnline() {
        return fleet.devices().isOnline(deviceId);
    }

    /** Queries the readings of the device: {@code readings().last(Duration.ofHours(1)).list()}. */
    public History<E> readings() {
        return fleet.readings().history(deviceId);
    }

    /** Returns the latest reading of the device; costs half a read unit. */
    public Optional<E> latest() {
        return fleet.readings().latest(deviceId);
    }

    /** Queries the rows of the device: {@code aggregates().daily().last(Duration.ofDays(7)).list()}. */
    public RollupQuery aggregates() {
        return fleet.readings().rollups(deviceId);
    }

    /** Queries the alerts of the device, including resolved ones, newest first. */
    public EntityQuery<Alert> alerts() {
        return fleet.alerts().of(deviceId);
    }

    /**
     * Compares a field of the latest reading with its baseline; empty if there is no such reading, or fewer than two
     * readings at the same hour in the weeks before.
     */
    public Optional<BaselineComparison> compare(String field) {
        return latest().flatMap(reading -> fleet.compare(deviceId, reading, field));
    }
}
