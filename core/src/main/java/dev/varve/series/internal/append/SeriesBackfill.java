package dev.varve.series.internal.append;

import dev.varve.error.EventTooOld;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.rollup.internal.Backfill;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.series.AppendReport;
import dev.varve.series.BackfillReport;
import dev.varve.series.Outcome;
import dev.varve.series.internal.definition.ClockRules;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.series.internal.read.StagedItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Capacity;
import dev.varve.table.Get;
import dev.varve.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stores events of any age: those that an append would accept as an append does, events of rows that are not sealed in the history,
 * and older ones as the source of their rows only.
 */
public final class SeriesBackfill<E extends Record> {

    private final StoredSeries<E> series;
    private final SeriesDefinition<E> definition;
    private final SeriesWrites<E> writes;
    private final @Nullable RollupRuntime rollup;

    public SeriesBackfill(StoredSeries<E> series, SeriesWrites<E> writes, @Nullable RollupRuntime rollup) {
        this.series = series;
        this.definition = series.definition();
        this.writes = writes;
        this.rollup = rollup;
    }

    /** An event that an append would refuse for its age, and its place in the report. */
    private record Old<E extends Record>(
            int place, E event, StoredEvent stored, boolean isInHistory, boolean isStaged) {}

    /** The entries of the events by their place; written by several threads. */
    private static final class Entries<E extends Record> {
        private final Map<Integer, AppendReport.Entry<E>> all = new ConcurrentSkipListMap<>();

        void put(int place, E event, Outcome<E> outcome) {
            all.put(place, new AppendReport.Entry<>(event, outcome, null));
        }

        void refuse(int place, E event, VarveException error) {
            all.put(place, new AppendReport.Entry<>(event, null, error));
        }

        AppendReport<E> report() {
            return new AppendReport<>(List.copyOf(all.values()));
        }
    }

    /** Replaces an event at any age; its staged copy, if there is one, no longer counts. */
    public CompletableFuture<Boolean> correct(E event) {
        return released(
                        identity(event),
                        series.items().clockOf(event),
                        series.items().keyOf(event))
                .thenCompose(ready -> writes.correct(event));
    }

    private Parts identity(E event) {
        return definition.identity.require(definition.mapping.toItem(event));
    }

    /** Deletes the event with the key of this one. */
    public CompletableFuture<Boolean> delete(E event) {
        return delete(
                identity(event), series.items().clockOf(event), series.items().keyOf(event));
    }

    /** Deletes an event at any age, and its staged copy, if there is one. */
    public CompletableFuture<Boolean> delete(Parts identity, Instant clock, Key key) {
        return released(identity, clock, key).thenCompose(ready -> writes.delete(key));
    }

    /**
     * Removes the staged copy of an event before the event itself changes: the change then refreshes the row. Only if the history has
     * the event: otherwise nothing is changed.
     */
    private CompletableFuture<Void> released(Parts identity, Instant clock, Key key) {
        RollupRuntime rows = rollup;
        Instant limit = rows == null ? null : rows.compiled().retention().backfilledBefore(series.now());
        if (rows == null || limit == null || !clock.isBefore(limit)) {
            return CompletableFuture.completedFuture(null);
        }
        return series.table()
                .get(Get.of(key).consistent())
                .thenCompose(found -> found.item() == null
                        ? CompletableFuture.completedFuture(null)
                        : rows.backfill().release(identity, clock, key));
    }

    /** Stores events; each is completed by the function first. */
    public CompletableFuture<AppendReport<E>> add(List<E> events, Function<E, CompletableFuture<E>> completed) {
        Entries<E> entries = new Entries<>();
        Instant now = series.now();
        List<Integer> inTime = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            E event = events.get(i);
            try {
                Instant clock = series.items().clockOf(event);
                definition.clockRules.checkForm(clock, now);
                (definition.clockRules.isTooOld(clock, now) ? late : inTime).add(i);
            } catch (VarveException refused) {
                entries.refuse(i, event, refused);
            }
        }
        return ParallelCalls.map(
                        late, series.open().parallel(), place -> old(place, events.get(place), completed, now, entries))
                .thenCompose(old -> store(old.stream().filter(Objects::nonNull).toList(), entries))
                .thenCompose(stored ->
                        writes.appendAllAsync(inTime.stream().map(events::get).iterator(), completed, finished -> {}))
                .thenApply(appended -> {
                    for (int i = 0; i < inTime.size(); i++) {
                        entries.all.put(inTime.get(i), appended.entries().get(i));
                    }
                    return entries.report();
                });
    }

    private CompletableFuture<@Nullable Old<E>> old(
            int place, E event, Function<E, CompletableFuture<E>> completed, Instant now, Entries<E> entries) {
        CompletableFuture<@Nullable Old<E>> prepared;
        try {
            prepared = completed
                    .apply(event)
                    .thenApply(whole -> old(place, event, series.items().rewrite(whole, now), now));
        } catch (VarveException refused) {
            prepared = CompletableFuture.failedFuture(refused);
        }
        return prepared.exceptionally(error -> {
            entries.refuse(place, event, known(error));
            return null;
        });
    }

    private Old<E> old(int place, E event, StoredEvent stored, Instant now) {
        boolean isKept = !definition.clockRules.isExpired(stored.clock(), now);
        if (rollup == null) {
            return new Old<>(place, event, stored, isKept, false);
        }
        Instant limit = rollup.compiled().retention().backfilledBefore(now);
        boolean isStaged = limit != null && stored.clock().isBefore(limit);
        // The row of the finest tier is computed from the history as long as it is not sealed.
        Instant start = rollup.compiled().tiers().get(0).start(stored.clock());
        boolean isInHistory = isKept && !rollup.compiled().retention().isSealed(0, start, now);
        return new Old<>(place, event, stored, isInHistory, isStaged);
    }

    private static VarveException known(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        if (cause instanceof VarveException known) {
            return known;
        }
        throw new CompletionException(cause);
    }

    private CompletableFuture<Void> store(List<Old<E>> events, Entries<E> entries) {
        Map<Parts, List<Old<E>>> byIdentity = new LinkedHashMap<>();
        for (Old<E> each : events) {
            if (!each.isStaged() && !each.isInHistory()) {
                entries.refuse(each.place(), each.event(), expired(each));
            } else {
                byIdentity
                        .computeIfAbsent(each.stored().identity(), first -> new ArrayList<>())
                        .add(each);
            }
        }
        return listed(byIdentity)
                .thenCompose(listed -> ParallelCalls.map(
                                List.copyOf(byIdentity.entrySet()),
                                series.open().parallel(),
                                each -> stage(each.getKey(), each.getValue(), entries)
                                        .exceptionally(error -> {
                                            VarveException known = known(error);
                                            each.getValue().forEach(old -> {
                                                if (!entries.all.containsKey(old.place())) {
                                                    entries.refuse(old.place(), old.event(), known);
                                                }
                                            });
                                            return null;
                                        }))
                        .thenAccept(done -> {}));
    }

    /** Lists the identities first, so that groups find the rows of all members. */
    private CompletableFuture<Void> listed(Map<Parts, List<Old<E>>> events) {
        Catalogue catalogue = series.catalogue();
        if (catalogue == null) {
            return CompletableFuture.completedFuture(null);
        }
        List<Catalogue.Listing> listings = new ArrayList<>();
        events.forEach((identity, own) -> listings.add(new Catalogue.Listing(
                identity,
                own.stream()
                        .map(each -> each.stored().clock())
                        .max(Instant::compareTo)
                        .orElseThrow())));
        return catalogue.noteAll(listings);
    }

    private CompletableFuture<Void> stage(Parts identity, List<Old<E>> events, Entries<E> entries) {
        List<Old<E>> staged = events.stream().filter(Old::isStaged).toList();
        List<Item> items = staged.stream()
                .map(each -> StagedItems.of(each.stored(), series.table().schema()))
                .toList();
        CompletableFuture<List<Backfill.Result>> results = staged.isEmpty()
                ? CompletableFuture.completedFuture(List.of())
                : Objects.requireNonNull(rollup).backfill().stage(identity, items);
        return results.thenCompose(known -> {
            for (int i = 0; i < known.size(); i++) {
                put(staged.get(i), known.get(i), entries);
            }
            // What is staged and cannot be counted is not in the history either.
            List<Old<E>> history = events.stream()
                    .filter(Old::isInHistory)
                    .filter(each -> {
                        AppendReport.Entry<E> entry = entries.all.get(each.place());
                        return entry == null || entry.error() == null;
                    })
                    .toList();
            return ParallelCalls.map(
                            history,
                            series.open().parallel(),
                            each -> append(each)
                                    .thenAccept(outcome -> entries.put(each.place(), each.event(), outcome)))
                    .thenAccept(done -> {});
        });
    }

    private CompletableFuture<Outcome<E>> append(Old<E> event) {
        return writes.appendOld(event.stored());
    }

    private void put(Old<E> event, Backfill.Result result, Entries<E> entries) {
        Instant clock = event.stored().clock();
        switch (result.kind()) {
            case STORED -> entries.put(event.place(), event.event(), new Outcome.Applied<>(clock, null, Capacity.NONE));
            case DUPLICATE -> entries.put(event.place(), event.event(), new Outcome.Duplicate<>(clock, Capacity.NONE));
            case CONFLICT ->
                entries.put(
                        event.place(),
                        event.event(),
                        new Outcome.Conflict<>(
                                clock, series.items().read(Objects.requireNonNull(result.existing())), Capacity.NONE));
            case SUMMARIZED ->
                entries.refuse(
                        event.place(),
                        event.event(),
                        new EventTooOld(
                                BackfillReport.SUMMARIZED,
                                "%s of %s at %s is not taken: a row that covers it is final, and the events of that row are not stored any more"
                                        .formatted(
                                                definition.name, event.stored().identity(), ClockRules.show(clock))));
            case EXPIRED -> entries.refuse(event.place(), event.event(), expired(event));
            case REFUSED -> entries.refuse(event.place(), event.event(), Objects.requireNonNull(result.error()));
        }
    }

    private EventTooOld expired(Old<E> event) {
        return new EventTooOld(
                BackfillReport.EXPIRED,
                "%s of %s at %s is not taken: neither events nor rows are kept so long"
                        .formatted(
                                definition.name,
                                event.stored().identity(),
                                ClockRules.show(event.stored().clock())));
    }
}
