package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A reading.
 *
 * @param at The time of the reading.
 * @param fields The numbers by field.
 * @param texts The texts by field; absent if the reading has none.
 * @param series The id of its series; absent if that is the id of the device.
 */
public record ReadingJson(
        Instant at,
        Map<String, Double> fields,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, String> texts,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String series) {

    /** A reading of the series that has the id of its device. */
    public ReadingJson(Instant at, Map<String, Double> fields, @Nullable Map<String, String> texts) {
        this(at, fields, texts, null);
    }

    /** Returns the texts, which are empty if the reading has none. */
    public Map<String, String> allTexts() {
        return texts == null ? Map.of() : texts;
    }

    /** Returns texts as a reading has them: null if there are none. */
    public static @Nullable Map<String, String> orAbsent(Map<String, String> texts) {
        return texts.isEmpty() ? null : new TreeMap<>(texts);
    }
}
