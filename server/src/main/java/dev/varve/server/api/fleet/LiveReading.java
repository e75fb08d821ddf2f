package dev.varve.server.api.fleet;

import java.time.Instant;
import java.util.Map;

/**
 * The newest reading of a device, as live listeners receive it.
 *
 * @param deviceId The id of the device.
 * @param at The time of the reading.
 * @param fields The values by field.
 */
public record LiveReading(String deviceId, Instant at, Map<String, Double> fields) {}
