package dev.varve.server.api.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A series of a device: the readings with one measurement and the same tags.
 *
 * @param series The id of the series.
 * @param measurement The measurement; null for the plain series of the device, which has neither measurement nor tags.
 * @param tags The tags by name, without the one that names the device.
 * @param location The location, if known.
 * @param lastSeenAt The time of the newest reading.
 * @param latest The newest reading.
 * @param fields The names of all fields.
 * @param alerts The number of unresolved alerts.
 */
public record SeriesJson(
        String series,
        @Nullable String measurement,
        Map<String, String> tags,
        @Nullable String location,
        @Nullable Instant lastSeenAt,
        @Nullable ReadingJson latest,
        List<String> fields,
        int alerts) {

    public SeriesJson {
        fields = List.copyOf(fields);
    }
}
