package dev.varve.iot;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A reading with fields of any name, for devices that are not known in advance.
 *
 * @param fields the numbers by name; rollups, rules and detectors use these names
 * @param location where the device was; taken from the registry if the reading has none
 * @param texts the values that are not numbers, by name, such as the state of a machine; only histories return them
 */
public record DynamicReading(
        String deviceId, Instant at, Map<String, Double> fields, Optional<String> location, Map<String, String> texts) {

    public DynamicReading {
        fields = Map.copyOf(fields);
        texts = Map.copyOf(texts);
    }

    public DynamicReading(String deviceId, Instant at, Map<String, Double> fields, Optional<String> location) {
        this(deviceId, at, fields, location, Map.of());
    }

    public DynamicReading(String deviceId, Instant at, Map<String, Double> fields) {
        this(deviceId, at, fields, Optional.empty());
    }

    /** Returns this reading with these texts. */
    public DynamicReading withTexts(Map<String, String> newTexts) {
        return new DynamicReading(deviceId, at, fields, location, newTexts);
    }
}
