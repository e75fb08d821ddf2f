package dev.varve.iot;

import dev.varve.key.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Deletes a device with its data. The registry marks the device as deleting before anything is removed, and the entry is
 * removed last. So an interrupted deletion is found again, and each step can be repeated.
 */
final class DeviceDeletion<E extends Record> {

    /** Anomalies have one partition for each day; the search goes back at most this far. */
    private static final Duration LOOK_BACK = Duration.ofDays(3_653);

    /** How far back to search for anomalies if nothing shows when the device was first used. */
    private static final Duration UNKNOWN = Duration.ofDays(31);

    /** Clocks of readings may be in the future, by a day unless the series declares another limit. */
    private static final Duration AHEAD = Duration.ofDays(2);

    private final OpenFleet<E> fleet;
    private final ReadingFields<E> fields;
    private final InstantSource clock;

    DeviceDeletion(OpenFleet<E> fleet, ReadingFields<E> fields, InstantSource clock) {
        this.fleet = fleet;
        this.fields = fields;
        this.clock = clock;
    }

    long run(String deviceId) {
        Instant now = clock.instant();
        Instant limit = now.minus(LOOK_BACK);
        Devices devices = fleet.devices();
        devices.setStatus(deviceId, DeviceStatus.DELETING);
        Optional<FleetDevice> device = devices.entities().findConsistent(deviceId);
        Instant first = first(deviceId, device, limit, now);
        // Without readings, rules find nothing new. Rows are deleted after the anomalies, because they show how far
        // back to search, also after an interruption.
        long removed = fleet.readings().deleteEvents(limit, deviceId);
        fleet.alerts().delete(deviceId);
        fleet.alerts().deleteAnomalies(Set.of(deviceId), TimeRange.of(first, now.plus(AHEAD)));
        removed += fleet.readings().deleteSeries(limit, deviceId);
        // A rule may have evaluated a reading before it was deleted and written an alert since.
        fleet.alerts().delete(deviceId);
        devices.remove(deviceId);
        return removed;
    }

    /** Returns a time that is not after the first reading of the device. */
    private Instant first(String deviceId, Optional<FleetDevice> device, Instant limit, Instant now) {
        Stream<Optional<Instant>> traces = Stream.of(
                device.flatMap(FleetDevice::createdAt),
                device.flatMap(FleetDevice::lastSeenAt),
                fleet.readings()
                        .history(deviceId)
                        .between(limit, now.plus(AHEAD))
                        .first()
                        .map(fields::at),
                fleet.readings()
                        .rollups(deviceId)
                        .monthly()
                        .between(limit, now.plus(AHEAD))
                        .first()
                        .map(row -> row.start()));
        Instant first = traces.flatMap(Optional::stream).min(Instant::compareTo).orElse(now.minus(UNKNOWN));
        return first.isBefore(limit) ? limit : first.isAfter(now) ? now : first;
    }
}
