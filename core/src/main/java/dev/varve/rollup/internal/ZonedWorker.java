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
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of a rollup whose identities follow different zones: a worker for each history of zones.
 *
 * <p>What no worker knows of, nobody closes. So zones are noted in the table when the first change of one who follows them
 * comes, and when a closing comes by one: before that closing is noted, because until then its buckets were closed with
 * those whose zones it had before. Called by one thread at a time.
 */
public final class ZonedWorker implements ChangeHandler {

    /** So often zones are looked for that another process noted. */
    private static final Duration LOOKED_FOR = Duration.ofMinutes(1);

    private final RollupRuntime all;
    private final ZonedRollups rollups;
    private final Map<ZoneHistory, RollupWorker> workers = new ConcurrentHashMap<>();
    private @Nullable Instant lookedFor;

    public ZonedWorker(RollupRuntime all, ZonedRollups rollups) {
        this.all = all;
        this.rollups = rollups;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        List<Change> events = new ArrayList<>();
        List<Parts> identities = new ArrayList<>();
        List<String> parts = all.form().events().layout().identity();
        for (Change change : changes) {
            if (change.cause() != Change.Cause.EXPIRY) {
                all.source().find(change.key()).ifPresent(event -> {
                    events.add(change);
                    identities.add(event.parts().only(parts));
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
                            List.copyOf(byZone.entrySet()),
                            1,
                            entry -> worker(entry.getKey()).handle(entry.getValue()))
                    .thenAccept(done -> {});
        });
    }

    /** Closes what is due in each zone; one that a closing comes by has its turn in the same round. */
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
                }));
    }

    private CompletableFuture<Void> lookForZones() {
        Instant now = all.now();
        if (lookedFor != null && now.isBefore(lookedFor.plus(LOOKED_FOR))) {
            return CompletableFuture.completedFuture(null);
        }
        return all.state().zones().thenAccept(noted -> {
            noted.forEach(this::worker);
            lookedFor = now;
        });
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        Instant from = all.form().retention().changedSince(all.now());
        return rollups.readable(all, from)
                .thenCompose(this::noted)
                .thenCompose(known -> ParallelCalls.map(List.copyOf(workers.values()), 1, RollupWorker::handleTrimmed))
                .thenAccept(done -> {});
    }

    private RollupWorker worker(ZoneHistory zones) {
        return workers.computeIfAbsent(zones, first -> new RollupWorker(rollups.open(first, this::noted)));
    }

    /** Makes sure that these zones are noted in the table. */
    private CompletableFuture<Void> noted(Set<ZoneHistory> zones) {
        return ParallelCalls.map(List.copyOf(zones), 1, each -> worker(each).ready())
                .thenAccept(done -> {});
    }
}
