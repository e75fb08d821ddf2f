package dev.varve.iot;

import dev.varve.key.TimeRange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Deletes a device with its data. The registry says that it is being deleted before anything is removed, and the entry goes
 * last: so a deletion that was interrupted is found again, and each step may be repeated.
 */
final class DeviceDeletion<E extends Record> {

    /** Anomalies lie in a partition for each day: they are looked for this far back at most. */
    private static final Duration LOOK_BACK = Duration.ofDays(3_653);

    /** Without any trace of when a device began, its anomalies are looked for this far back. */
    private static final Duration UNKNOWN = Duration.ofDays(31);

    /** Clocks of readings may be ahead, by a day unless the series says otherwise. */
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
        // Rules find nothing new once the readings are gone. Rows stay until the anomalies are gone: they tell how far
        // back to
        // look, also after an interruption.
        long removed = fleet.readings().deleteEvents(limit, deviceId);
        fleet.alerts().delete(deviceId);
        fleet.alerts().deleteAnomalies(Set.of(deviceId), TimeRange.of(first, now.plus(AHEAD)));
        removed += fleet.readings().deleteSeries(limit, deviceId);
        // A rule that had read a reading before it was removed may have written an alert since.
        fleet.alerts().delete(deviceId);
        devices.remove(deviceId);
        return removed;
    }

    /** Returns a time before the first reading there can have been. */
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
