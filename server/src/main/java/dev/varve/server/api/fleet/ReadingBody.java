package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reading to store. Numbers and texts may also stand beside {@code deviceId} instead of in {@code fields} and
 * {@code texts}; a text {@code location} there is a label of the device.
 *
 * @param deviceId The id of the device. An unknown device is registered.
 * @param at The time of the reading; the time of arrival by default.
 * @param fields The numbers by field.
 * @param labels Labels of the device by name.
 * @param texts The texts by field; up to 32, of up to 256 characters each.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReadingBody(
        String deviceId,
        @Nullable String at,
        @Nullable Map<String, Double> fields,
        @Nullable Map<String, String> labels,
        @Nullable Map<String, String> texts) {}
