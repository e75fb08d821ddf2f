package dev.varve.iot;

import dev.varve.alert.Alert;
import dev.varve.entity.EntityQuery;
import dev.varve.rollup.RollupQuery;
import dev.varve.series.History;
import java.util.Optional;

/** One device of an open fleet: what can be asked about it. */
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

    /** Returns what the registry knows of it; half a read unit. */
    public Optional<FleetDevice> metadata() {
        return fleet.devices().find(deviceId);
    }

    /** Returns whether it sent readings lately; false for one that is not registered. */
    public boolean isOnline() {
        return fleet.devices().isOnline(deviceId);
    }

    /** Asks for its readings: {@code readings().last(Duration.ofHours(1)).list()}. */
    public History<E> readings() {
        return fleet.readings().history(deviceId);
    }

    /** Returns its latest reading; half a read unit. */
    public Optional<E> latest() {
        return fleet.readings().latest(deviceId);
    }

    /** Asks for its aggregates: {@code aggregates().daily().last(Duration.ofDays(7)).list()}. */
    public RollupQuery aggregates() {
        return fleet.readings().rollups(deviceId);
    }

    /** Asks for its alerts, resolved ones too, newest first. */
    public EntityQuery<Alert> alerts() {
        return fleet.alerts().of(deviceId);
    }

    /**
     * Compares a field of the latest reading with what is usual at its hour of the week; empty where there is no such
     * reading, or fewer than two of that hour in the weeks before.
     */
    public Optional<BaselineComparison> compare(String field) {
        return latest().flatMap(reading -> fleet.compare(deviceId, reading, field));
    }
}
