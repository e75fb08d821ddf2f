package dev.varve.iot;

import java.time.Instant;
import java.util.Optional;

/**
 * A reading of a usual sensor. A fleet with other ones declares a record of its own, with {@code deviceId} and {@code at}.
 *
 * @param battery how full it is, in percent
 * @param location where the device was, from the registry unless the reading says
 */
public record Reading(
        String deviceId, Instant at, double temperature, double humidity, int battery, Optional<String> location) {

    public Reading(String deviceId, Instant at, double temperature, double humidity, int battery) {
        this(deviceId, at, temperature, humidity, battery, Optional.empty());
    }
}
