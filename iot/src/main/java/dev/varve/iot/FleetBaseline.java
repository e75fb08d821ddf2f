package dev.varve.iot;

import dev.varve.alert.Baseline;
import dev.varve.alert.Detector;
import dev.varve.alert.HourlyBaseline;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.key.internal.SeriesLayout;
import dev.varve.series.OpenSeries;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.table.internal.LayoutKeys;
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
import java.util.function.Supplier;

/**
 * Loads the baselines of a fleet's devices on demand. As a handler it loads those of changed devices before the detectors
 * need them.
 */
final class FleetBaseline implements ChangeHandler {

    /** Baselines of several weeks change little in a day. */
    private static final Duration MAX_AGE = Duration.ofDays(1);

    private final BaselineWindow declared;
    private final HourlyBaseline baselines;
    private final SeriesLayout layout;
    private final InstantSource clock;
    private final Map<String, Instant> loaded = new ConcurrentHashMap<>();

    /** Devices whose baselines were loaded while the computation of rows was postponed. */
    private final Set<String> early = ConcurrentHashMap.newKeySet();

    FleetBaseline(BaselineWindow declared, Fleet<?> fleet, OpenSeries<?> readings, InstantSource clock) {
        this.declared = declared;
        this.clock = clock;
        this.layout = SeriesAccess.instance().layout(fleet.readings());
        this.baselines = HourlyBaseline.of(
                readings, fleet.zone(), declared.weeks(), declared.fields().toArray(String[]::new));
    }

    List<Detector> detectors() {
        return declared.fields().stream()
                .map(field -> Detector.baseline(field, declared.deviations(), baselines))
                .toList();
    }

    Optional<Baseline> at(String deviceId, String field, Instant at) {
        var unused = load(Set.of(deviceId));
        return baselines.at(deviceId, field, at);
    }

    /** Loads baselines that are missing or old, and returns their devices. */
    private List<String> load(Set<String> deviceIds) {
        Instant now = clock.instant();
        List<String> missing = new ArrayList<>(deviceIds);
        missing.removeIf(id -> now.isBefore(loaded.getOrDefault(id, Instant.MIN).plus(MAX_AGE)));
        if (!missing.isEmpty()) {
            baselines.load(missing, now);
            missing.forEach(id -> loaded.put(id, now));
        }
        return missing;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return call(() -> load(deviceIds(changes))).thenAccept(done -> {});
    }

    /** Loads baselines, and once more when the rows that these changes make stale are computed. */
    @Override
    public CompletableFuture<Boolean> collect(List<Change> changes) {
        return call(() -> load(deviceIds(changes))).thenApply(ids -> {
            early.addAll(ids);
            return !ids.isEmpty();
        });
    }

    @Override
    public CompletableFuture<Void> flush() {
        Set<String> ids = Set.copyOf(early);
        early.clear();
        ids.forEach(loaded::remove);
        return call(() -> load(ids)).thenAccept(done -> {});
    }

    private Set<String> deviceIds(List<Change> changes) {
        Set<String> deviceIds = new HashSet<>();
        for (Change change : changes) {
            LayoutKeys.written(change.key())
                    .flatMap(layout::match)
                    .ifPresent(reading -> deviceIds.add(reading.parts().text(FleetSeries.DEVICE)));
        }
        return deviceIds;
    }

    private static <T> CompletableFuture<T> call(Supplier<T> load) {
        try {
            return CompletableFuture.completedFuture(load.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Does nothing, because baselines do not depend on changes. */
    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return CompletableFuture.completedFuture(null);
    }
}
