package dev.varve.server.fleet;

import dev.varve.iot.DynamicReading;
import dev.varve.iot.OpenFleet;
import dev.varve.item.Value;
import dev.varve.rollup.RollupRow;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The fields of a device, from its newest readings and the rollup rows of the last month. */
final class DeviceFields {

    private static final int READINGS = 200;
    private static final Duration ROWS = Duration.ofDays(31);

    private DeviceFields() {}

    /** Returns the fields of the newest readings, and the fields of rows that are not among them. */
    static Set<String> of(OpenFleet<DynamicReading> fleet, String deviceId) {
        Set<String> fields = new TreeSet<>();
        fleet.device(deviceId)
                .readings()
                .newestFirst()
                .limit(READINGS)
                .page()
                .events()
                .forEach(reading -> fields.addAll(reading.fields().keySet()));
        Set<String> inRows = new TreeSet<>();
        fields.forEach(field -> inRows.add(asInRows(field)));
        for (String field : ofRows(fleet, deviceId)) {
            if (inRows.add(field)) {
                fields.add(field);
            }
        }
        return fields;
    }

    /** Returns the fields that the daily rows of the last month list. */
    static Set<String> ofRows(OpenFleet<DynamicReading> fleet, String deviceId) {
        Set<String> fields = new TreeSet<>();
        for (RollupRow row :
                fleet.device(deviceId).aggregates().daily().last(ROWS).list()) {
            if (row.find("fields").orElse(null) instanceof Value.TextSet names) {
                fields.addAll(names.values());
            }
        }
        return fields;
    }

    /** Rows store the first letter of a field in lower case. */
    private static String asInRows(String field) {
        return field.isEmpty() ? field : Character.toLowerCase(field.charAt(0)) + field.substring(1);
    }
}
