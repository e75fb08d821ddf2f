package dev.varve.server.api.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.varve.alert.Severity;
import dev.varve.iot.DeviceStatus;
import dev.varve.iot.DeviceType;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device: everything that its series have together.
 *
 * @param deviceId The id.
 * @param name The name; the id until someone names the device.
 * @param type The type.
 * @param status The status; {@code deleting} while the data of the device is being deleted.
 * @param online Whether there is a recent reading.
 * @param location The location, if known.
 * @param firmware The version of the firmware, if known.
 * @param labels Labels by name.
 * @param lastSeenAt The time of the newest reading.
 * @param createdAt The time of registration.
 * @param latest The newest value of each field, and the time of the newest reading.
 * @param spark The hourly averages of one field over the last day.
 * @param alerts The unresolved alerts of the device.
 * @param seriesCount The number of series.
 * @param series The series, at most 100; only for a device requested by id.
 * @param fields The names of all fields; only for a device requested by id.
 * @param fieldsLeftOut The names of fields that were not stored lately because the device has too many; only for a
 *     device requested by id.
 */
public record DeviceJson(
        String deviceId,
        String name,
        DeviceType type,
        DeviceStatus status,
        boolean online,
        @Nullable String location,
        @Nullable String firmware,
        Map<String, String> labels,
        @Nullable Instant lastSeenAt,
        @Nullable Instant createdAt,
        @Nullable ReadingJson latest,
        Spark spark,
        AlertSummary alerts,
        int seriesCount,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<SeriesJson> series,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> fields,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> fieldsLeftOut) {

    /**
     * The hourly averages of one field over the last day.
     *
     * @param field The name of the field; null where the device has no reading.
     * @param values The averages, oldest first; null for hours without a reading. Empty without any reading.
     */
    public record Spark(@Nullable String field, List<@Nullable Double> values) {}

    /**
     * The unresolved alerts of a device.
     *
     * @param open The number of unresolved alerts.
     * @param worst Their highest severity; null without alerts.
     */
    public record AlertSummary(int open, @Nullable Severity worst) {}

    /** Returns this device with its series and the names of their fields. */
    public DeviceJson with(List<SeriesJson> newSeries, List<String> newFields, List<String> newFieldsLeftOut) {
        return new DeviceJson(
                deviceId,
                name,
                type,
                status,
                online,
                location,
                firmware,
                labels,
                lastSeenAt,
                createdAt,
                latest,
                spark,
                alerts,
                seriesCount,
                List.copyOf(newSeries),
                newFields,
                newFieldsLeftOut);
    }
}
