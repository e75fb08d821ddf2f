package dev.varve.iot;

import dev.varve.alert.Alert;
import dev.varve.entity.EntityQuery;
import dev.varve.key.TimeRange;
import dev.varve.rollup.RollupQuery;
import dev.varve.series.History;
import java.util.Optional;
import java.util.SortedSet;

/** Queries about one device of an open fleet. */
public final class OpenDevice<E extends Record> {

    private final OpenFleet<E> fleet;
    private final ReadingFields<E> numbers;
    private final String deviceId;

    OpenDevice(OpenFleet<E> fleet, ReadingFields<E> numbers, String deviceId) {
        this.fleet = fleet;
        this.numbers = numbers;
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

    /** Queries the rows of the device: {@code rows().daily().last(Duration.ofDays(7)).list()}. */
    public RollupQuery rows() {
        return fleet.readings().rollups(deviceId);
    }

    /**
     * Queries a chart of the device in a range, with at most about this many points for each field:
     * {@code chart(range, 600).read()}.
     */
    public ChartQuery<E> chart(TimeRange range, int points) {
        return new ChartQuery<>(this, numbers, range, points);
    }

    /**
     * Returns the fields of the device: those of its 200 newest readings, and those that only its daily rows of the last
     * month have. Rows store the first letter of a field in lower case, so the name is taken from readings if possible.
     */
    public SortedSet<String> fields() {
        return DeviceFields.of(this, numbers);
    }

    /** Returns the fields of the daily rows of the last month; the first letter of each is in lower case. */
    public SortedSet<String> rowFields() {
        return DeviceFields.ofRows(this, numbers);
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
