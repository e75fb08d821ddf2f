package dev.varve.rollup.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.key.Parts;
import dev.varve.key.ZoneHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the rows of a rollup whose identities have different zones, with one worker per zone history.
 *
 * <p>Buckets of an unknown zone history would never close. So zones are recorded in the table with the first change of
 * an identity that has them. They are also recorded when closing a bucket meets such an identity, before that closing
 * is recorded, because until then its buckets closed together with its previous zones. Called by one thread at a time.
 */
final class ZonedWorker implements ChangeHandler {

    /** How often to look for zones that another process recorded. */
    private static final Duration ZONE_LOOKUP_INTERVAL = Duration.ofMinutes(1);

    private final RollupRuntime all;
    private final ZonedRollups rollups;
    private final Map<ZoneHistory, RollupWorker> workers = new ConcurrentHashMap<>();
    private @Nullable Instant lastZoneLookup;

    ZonedWorker(RollupRuntime all, ZonedRollups rollups) {
        this.all = all;
        this.rollups = rollups;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return byZone(changes, RollupWorker::handle).thenAccept(done -> {});
    }

    @Override
    public CompletableFuture<Boolean> collect(List<Change> changes) {
        return byZone(changes, RollupWorker::collect).thenApply(postponed -> postponed.contains(true));
    }

    @Override
    public CompletableFuture<Void> flush() {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        return ParallelCalls.map(
                        List.copyOf(workers.values()),
                        1,
                        worker -> worker.flush()
                                // All are flushed even if one fails, so that each forgets what it postponed.
                                .exceptionally(error -> {
                                    failure.compareAndSet(null, error);
                                    return null;
                                }))
                .thenCompose(done -> {
                    Throwable first = failure.get();
                    return first == null
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(AsyncLoop.failure(first));
                });
    }

    /** Passes the changes of each zone history to its worker, one worker after the other. */
    private <T> CompletableFuture<List<T>> byZone(
            List<Change> changes, BiFunction<RollupWorker, List<Change>, CompletableFuture<T>> call) {
        List<Change> events = new ArrayList<>();
        List<Parts> identities = new ArrayList<>();
        List<String> parts = all.compiled().events().layout().identity();
        for (Change change : changes) {
            if (change.cause() != Change.Cause.EXPIRY) {
                // A change of a block concerns many events, all of one identity.
                Set<Parts> named = new HashSet<>();
                all.source().touched(change, event -> {
                    named.add(event.identity().only(parts));
                    return Instant.MAX;
                });
                named.forEach(identity -> {
                    events.add(change);
                    identities.add(identity);
                });
            }
        }
        List<Parts> distinct = identities.stream().distinct().toList();
        return rollups.zonesOf(distinct).thenCompose(zones -> {
            Map<Parts, ZoneHistory> zoneOf = new LinkedHashMap<>();
            for (int i = 0; i < distinct.size(); i++) {
                zoneOf.put(distinct.get(i), zones.get(i));
            }
            Map<ZoneHistory, List<Change>> byZone = new LinkedHashMap<>();
            for (int i = 0; i < events.size(); i++) {
                byZone.computeIfAbsent(zoneOf.get(identities.get(i)), first -> new ArrayList<>())
                        .add(events.get(i));
            }
            return ParallelCalls.map(
                    List.copyOf(byZone.entrySet()), 1, entry -> call.apply(worker(entry.getKey()), entry.getValue()));
        });
    }

    /** Closes due buckets in each zone, including zones that are discovered while closing. */
    @Override
    public CompletableFuture<Void> tick() {
        Set<ZoneHistory> done = new HashSet<>();
        return lookForZones()
                .thenCompose(looked -> AsyncLoop.whileTrue(() -> {
                    List<ZoneHistory> next = workers.keySet().stream()
                            .filter(zones -> !done.contains(zones))
                            .toList();
                    done.addAll(next);
                    return ParallelCalls.map(next, 1, zones -> worker(zones).tick())
                            .thenApply(ticked -> !next.isEmpty());
                }))
                .thenCompose(ticked -> all.backfill().tick());
    }

    private CompletableFuture<Void> lookForZones() {
        Instant now = all.now();
        if (lastZoneLookup != null && now.isBefore(lastZoneLookup.plus(ZONE_LOOKUP_INTERVAL))) {
            return CompletableFuture.completedFuture(null);
        }
        return all.state().zones().thenAccept(recorded -> {
            recorded.forEach(this::worker);
            lastZoneLookup = now;
        });
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Instant from = all.compiled().retention().changedSince(all.now());
        return rollups.readable(all, from)
                .thenCompose(this::recorded)
                .thenCompose(known -> ParallelCalls.map(List.copyOf(workers.values()), 1, RollupWorker::handleTrimmed))
                .thenAccept(done -> {});
    }

    private RollupWorker worker(ZoneHistory zones) {
        return workers.computeIfAbsent(zones, first -> new RollupWorker(rollups.open(first, this::recorded)));
    }

    /** Makes sure that these zones are recorded in the table. */
    private CompletableFuture<Void> recorded(Set<ZoneHistory> zones) {
        return ParallelCalls.map(List.copyOf(zones), 1, each -> worker(each).ready())
                .thenAccept(done -> {});
    }
}
