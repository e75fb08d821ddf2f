package dev.varve.iot;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A reading with fields of any name, for devices that are not known in advance.
 *
 * @param fields the values by name; rollups, rules and detectors use these names
 * @param location where the device was; taken from the registry if the reading has none
 */
public record DynamicReading(String deviceId, Instant at, Map<String, Double> fields, Optional<String> location) {

    public DynamicReading {
        fields = Map.copyOf(fields);
    }

    public DynamicReading(String deviceId, Instant at, Map<String, Double> fields) {
        this(deviceId, at, fields, Optional.empty());
    }
}
