package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest reading of a series, as live listeners receive it.
 *
 * @param deviceId The id of the device.
 * @param at The time of the reading.
 * @param fields The numbers by field.
 * @param texts The texts by field; absent if the reading has none.
 * @param series The id of its series; absent if that is the id of the device.
 */
public record LiveReading(
        String deviceId,
        Instant at,
        Map<String, Double> fields,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, String> texts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String series) {}
