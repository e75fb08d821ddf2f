package dev.varve.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.varve.series.ConflictPolicy;
import dev.varve.series.Outcome;
import dev.varve.testkit.MutableClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Appends from several threads at the same time. Their order is unknown, but the outcomes restrict it: each event is
 * applied once, and conflicts name the existing event. The model then gets one possible order.
 */
final class ConcurrentAppends {

    private static final int THREADS = 4;

    /** The events with one key, and how often each is appended. */
    record Entry(List<Event> variants, int times) {}

    /** The outcomes of the appends of each event. */
    private record Results(Map<Event, List<Outcome<Event>>> outcomes) {
        List<Outcome<Event>> of(Event event) {
            return outcomes.getOrDefault(event, List.of());
        }
    }

    private final DrawnSeries drawn;
    private final SeriesModel model;
    private final OpenedSeries opened;
    private final MutableClock clock;
    private final Repeating repeating;
    private final Figures figures;

    ConcurrentAppends(
            DrawnSeries drawn,
            SeriesModel model,
            OpenedSeries opened,
            MutableClock clock,
            Repeating repeating,
            Figures figures) {
        this.drawn = drawn;
        this.model = model;
        this.opened = opened;
        this.clock = clock;
        this.repeating = repeating;
        this.figures = figures;
    }

    void run(List<Entry> entries) {
        Results outcomes = appendAtOnce(entries);
        List<Entry> stored = new ArrayList<>();
        List<Entry> dropped = new ArrayList<>();
        for (Entry entry : entries) {
            (isStored(entry, outcomes) ? stored : dropped).add(entry);
        }
        // If late events are dropped, the stored events arrived in the order of their clocks.
        stored.sort(Comparator.comparing(
                        (Entry entry) -> drawn.cutClock(entry.variants().get(0).at()))
                .thenComparing(entry -> entry.variants().get(0).id()));
        Instant now = clock.instant();
        for (Entry entry : stored) {
            List<Event> winners = entry.variants().stream()
                    .filter(event -> outcomes.of(event).stream().anyMatch(Outcome::isStored))
                    .toList();
            winners.forEach(event -> model.append(event, ModelCondition.NONE, now));
            checkStored(entry, winners, outcomes);
        }
        for (Entry entry : dropped) {
            for (Event event : entry.variants()) {
                assertThat(drawn.isTracked() && !drawn.keepsLate())
                        .as("%s was lost", event)
                        .isTrue();
                assertThat(model.append(event, ModelCondition.NONE, now).kind()).isEqualTo("Stale");
                assertThat(outcomes.of(event)).allMatch(outcome -> outcome instanceof Outcome.Stale);
            }
        }
    }

    private static boolean isStored(Entry entry, Results outcomes) {
        return entry.variants().stream()
                .flatMap(event -> outcomes.of(event).stream())
                .anyMatch(Outcome::isStored);
    }

    private void checkStored(Entry entry, List<Event> winners, Results outcomes) {
        boolean merges = drawn.conflicts() == ConflictPolicy.MERGE;
        assertThat(winners).hasSize(merges ? entry.variants().size() : 1);
        for (Event event : entry.variants()) {
            List<Outcome<Event>> all = outcomes.of(event);
            long writes = all.stream()
                    .filter(outcome -> outcome instanceof Outcome.Applied || outcome instanceof Outcome.Late)
                    .count();
            if (winners.contains(event)) {
                assertThat(all).as("%s", event).allMatch(Outcome::isStored);
                // The response that reported it may be lost.
                assertThat(writes).as("%s", all).isBetween(repeating.isFaulty() ? 0L : 1L, 1L);
            } else {
                assertThat(all)
                        .allMatch(outcome -> outcome instanceof Outcome.Conflict<Event> conflict
                                && conflict.existing().equals(drawn.cut(winners.get(0))));
            }
        }
    }

    private Results appendAtOnce(List<Entry> entries) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            Map<Event, List<CompletableFuture<Outcome<Event>>>> running = new LinkedHashMap<>();
            int most = entries.stream().mapToInt(Entry::times).max().orElse(0);
            for (int round = 0; round < most; round++) {
                for (Entry entry : entries) {
                    for (Event event : round < entry.times() ? entry.variants() : List.<Event>of()) {
                        running.computeIfAbsent(event, key -> new ArrayList<>())
                                .add(CompletableFuture.supplyAsync(() -> append(event), threads));
                    }
                }
            }
            Map<Event, List<Outcome<Event>>> outcomes = new LinkedHashMap<>();
            running.forEach((event, futures) -> outcomes.put(
                    event, futures.stream().map(CompletableFuture::join).toList()));
            return new Results(outcomes);
        } finally {
            threads.shutdown();
        }
    }

    private Outcome<Event> append(Event event) {
        Outcome<Event> outcome =
                repeating.<Outcome<Event>>call(() -> opened.get().append(event)).value();
        figures.count("race: " + outcome.getClass().getSimpleName());
        return outcome;
    }
}
