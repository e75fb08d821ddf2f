package dev.varve.server.api.fleet;

import java.time.Instant;
import java.util.List;

/**
 * The state of the fleet.
 *
 * @param at The time of this state.
 * @param devices The number of devices.
 * @param alerts The number of unresolved alerts by severity.
 * @param readingsLastMinute The number of readings whose own clock is within the last minute.
 * @param fields The names of fields, those of most devices first; at most 200.
 * @param locations The 100 locations that need attention most; {@code /api/v1/locations} lists all.
 * @param locationCount The number of all locations.
 */
public record Fleet(
        Instant at,
        DeviceCounts devices,
        AlertCounts alerts,
        long readingsLastMinute,
        List<String> fields,
        List<LocationJson> locations,
        int locationCount) {

    /**
     * The number of devices, in total, by status and by connection.
     *
     * @param total All devices.
     * @param active Devices with the status {@code active}.
     * @param inactive Devices with the status {@code inactive}.
     * @param maintenance Devices with the status {@code maintenance}.
     * @param deleting Devices whose data is being deleted.
     * @param online Devices with a recent reading.
     * @param offline Devices without a recent reading.
     */
    public record DeviceCounts(
            long total, long active, long inactive, long maintenance, long deleting, long online, long offline) {}

    /**
     * The number of unresolved alerts by severity.
     *
     * @param low Alerts of severity {@code low}.
     * @param medium Alerts of severity {@code medium}.
     * @param high Alerts of severity {@code high}.
     * @param critical Alerts of severity {@code critical}.
     */
    public record AlertCounts(long low, long medium, long high, long critical) {}

    public Fleet {
        fields = List.copyOf(fields);
        locations = List.copyOf(locations);
    }
}
