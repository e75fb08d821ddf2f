package dev.varve.iot;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A reading with numbers of any name, for devices that nobody knew when the program was written.
 *
 * @param fields the numbers; rows, rules and detectors know them by their names
 * @param location where the device was, from the registry unless the reading says
 */
public record DynamicReading(String deviceId, Instant at, Map<String, Double> fields, Optional<String> location) {

    public DynamicReading {
        fields = Map.copyOf(fields);
    }

    public DynamicReading(String deviceId, Instant at, Map<String, Double> fields) {
        this(deviceId, at, fields, Optional.empty());
    }
}
