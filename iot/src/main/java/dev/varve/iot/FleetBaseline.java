package dev.varve.iot;

import dev.varve.alert.Baseline;
import dev.varve.alert.Detector;
import dev.varve.alert.HourlyBaseline;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.series.OpenSeries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows what is usual at each hour of the week, for the devices it was asked about. As a handler of changes it learns it
 * before the detectors are asked.
 */
final class FleetBaseline implements ChangeHandler {

    /** The week before yesterday is as good as that before today. */
    private static final Duration GOOD_FOR = Duration.ofDays(1);

    private final BaselineWindow declared;
    private final HourlyBaseline norms;
    private final SeriesLayout layout;
    private final InstantSource clock;
    private final Map<String, Instant> loaded = new ConcurrentHashMap<>();

    FleetBaseline(BaselineWindow declared, Fleet<?> fleet, OpenSeries<?> readings, InstantSource clock) {
        this.declared = declared;
        this.clock = clock;
        this.layout = fleet.readings().layout();
        this.norms = HourlyBaseline.of(
                readings, fleet.zone(), declared.weeks(), declared.fields().toArray(String[]::new));
    }

    List<Detector> detectors() {
        return declared.fields().stream()
                .map(field -> Detector.norm(field, declared.deviations(), norms))
                .toList();
    }

    Optional<Baseline> at(String deviceId, String field, Instant at) {
        learn(Set.of(deviceId));
        return norms.expected(deviceId, field, at);
    }

    private void learn(Set<String> deviceIds) {
        Instant now = clock.instant();
        List<String> missing = new ArrayList<>(deviceIds);
        missing.removeIf(id -> now.isBefore(loaded.getOrDefault(id, Instant.MIN).plus(GOOD_FOR)));
        if (!missing.isEmpty()) {
            norms.load(missing, now);
            missing.forEach(id -> loaded.put(id, now));
        }
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        Set<String> deviceIds = new HashSet<>();
        for (Change change : changes) {
            change.key()
                    .written()
                    .flatMap(layout::match)
                    .ifPresent(reading -> deviceIds.add(reading.parts().text(FleetSeries.DEVICE)));
        }
        try {
            learn(deviceIds);
            return CompletableFuture.completedFuture(null);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Nothing it knows depends on changes. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return CompletableFuture.completedFuture(null);
    }
}
