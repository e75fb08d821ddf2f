package dev.varve.cli.demo;

import dev.varve.Varve;
import dev.varve.analytics.AnalyticsStore;
import dev.varve.analytics.enrich.Enrichment;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Records hits of past days as they would have been recorded then: with a store for each day, on the same database, whose
 * clock is in that day. The same code creates and deletes the salts of the visitors. These salts are not secret, because the
 * visitors are simulated, but they are the same after a restart, so a visitor stays one visitor.
 */
final class PastSites implements AutoCloseable {

    /** A late hit may belong to the day before. */
    private static final int DAYS_OPEN = 2;

    private static final int AT_ONCE = 4;

    /** The store of one day. */
    private static final class Day {
        private volatile Instant now = Instant.EPOCH;
        private final AnalyticsStore store;

        Day(Varve db, Enrichment enrichment, long seed) {
            InstantSource clock = () -> now;
            store = AnalyticsStore.on(db)
                    .replayClock(clock)
                    .random(new SplittableRandom(seed))
                    .enrichment(enrichment)
                    .open();
        }
    }

    private final Varve db;
    private final long seed;
    private final ExecutorService executor;
    private final Enrichment enrichment = Enrichment.bundled();
    private final TreeMap<LocalDate, Day> open = new TreeMap<>();

    PastSites(Varve db, long seed, ExecutorService executor) {
        this.db = db;
        this.seed = seed;
        this.executor = executor;
    }

    /** Records hits that arrived before an instant, in order for each visitor. */
    void take(List<SimHit> hits, Instant until) {
        hits.stream()
                .collect(Collectors.groupingBy(hit -> dayOf(hit.at()), TreeMap::new, Collectors.toList()))
                .forEach((day, of) -> take(day(day, until), of));
        while (open.size() > DAYS_OPEN) {
            // Days are written newest first, so the newest one is finished.
            open.pollLastEntry().getValue().store.close();
        }
    }

    private static LocalDate dayOf(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    private Day day(LocalDate date, Instant until) {
        Day day = open.computeIfAbsent(
                date,
                first -> new Day(
                        db,
                        enrichment,
                        new SeededRandom(seed).of(date.toEpochDay()).seed()));
        day.now = until;
        return day;
    }

    private void take(Day day, List<SimHit> hits) {
        List<Callable<Void>> tasks = hits.stream()
                .collect(Collectors.groupingBy(hit -> Math.floorMod(hit.person().hashCode(), AT_ONCE)))
                .values()
                .stream()
                .<Callable<Void>>map(some -> () -> {
                    some.forEach(hit -> day.store.ingest(hit.request()));
                    return null;
                })
                .toList();
        try {
            for (Future<Void> task : executor.invokeAll(tasks)) {
                task.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stopped();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        open.values().forEach(day -> day.store.close());
        open.clear();
    }
}
