package dev.varve.iot;

import java.time.Instant;
import java.util.Optional;

/**
 * A reading of temperature, humidity and battery. For other fields declare a record with {@code deviceId} and {@code at}.
 *
 * @param battery the charge in percent
 * @param location where the device was; taken from the registry if the reading has none
 */
public record Reading(
        String deviceId, Instant at, double temperature, double humidity, int battery, Optional<String> location) {

    public Reading(String deviceId, Instant at, double temperature, double humidity, int battery) {
        this(deviceId, at, temperature, humidity, battery, Optional.empty());
    }
}
