package dev.varve.series.internal.append;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.series.internal.packed.PackedAppends;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Appends events of a packed series: one, or many in groups that share a record of the journal. */
final class PackedAppend<E extends Record> {

    /** The most events of one group. */
    private static final int MAX_GROUP = 8_192;

    private final StoredSeries<E> series;
    private final PackedAppends<E> packed;
    private final Function<List<E>, CompletableFuture<List<AppendReport.Entry<E>>>> items;
    private final RecordColumns<E> columns;

    /** @param items appends events that are not packed, because they are older than the instant since which others are */
    PackedAppend(
            StoredSeries<E> series,
            PackedStore store,
            Function<List<E>, CompletableFuture<List<AppendReport.Entry<E>>>> items) {
        this.series = series;
        this.items = items;
        this.packed = new PackedAppends<>(series.definition(), store);
        this.columns = new RecordColumns<>(series, store);
    }

    /** An event on its way: the write of its row, the event to store as an item, or why it is refused. */
    private record Ready<E extends Record>(
            E event,
            Instant clock,
            @Nullable RowWrite write,
            @Nullable E item,
            @Nullable VarveException error) {}

    CompletableFuture<Outcome<E>> append(E event) {
        Ready<E> ready = ready(event, series.now());
        if (ready.error() != null) {
            return CompletableFuture.failedFuture(ready.error());
        }
        return append(List.of(ready)).thenApply(entries -> {
            AppendReport.Entry<E> entry = entries.get(0);
            if (entry.outcome() == null) {
                throw new CompletionException(Objects.requireNonNull(entry.error()));
            }
            return entry.outcome();
        });
    }

    AppendReport<E> run(Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        List<AppendReport.Entry<E>> entries = new ArrayList<>();
        while (events.hasNext()) {
            entries.addAll(BlockingTable.await(group(events, completed)));
            progress.accept(entries.size());
        }
        return new AppendReport<>(entries);
    }

    CompletableFuture<AppendReport<E>> runAsync(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        List<AppendReport.Entry<E>> entries = new ArrayList<>();
        return AsyncLoop.whileTrue(() -> {
                    if (!events.hasNext()) {
                        return CompletableFuture.completedFuture(false);
                    }
                    return group(events, completed).thenApply(group -> {
                        entries.addAll(group);
                        progress.accept(entries.size());
                        return true;
                    });
                })
                .thenApply(done -> new AppendReport<>(entries));
    }

    private CompletableFuture<List<AppendReport.Entry<E>>> group(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed) {
        List<E> given = new ArrayList<>();
        List<CompletableFuture<E>> all = new ArrayList<>();
        Instant now = series.now();
        while (given.size() < MAX_GROUP && events.hasNext()) {
            E event = events.next();
            given.add(event);
            all.add(completed(event, completed));
        }
        CompletableFuture<List<AppendReport.Entry<E>>> appended = columns.append(given, all);
        if (appended != null) {
            return appended;
        }
        List<CompletableFuture<Ready<E>>> group = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            E event = given.get(i);
            group.add(all.get(i).handle((whole, error) -> {
                if (error != null) {
                    return new Ready<E>(event, now, null, null, known(error));
                }
                Ready<E> ready = ready(whole, now);
                return new Ready<>(event, ready.clock(), ready.write(), ready.item(), ready.error());
            }));
        }
        return CompletableFuture.allOf(group.toArray(CompletableFuture[]::new))
                .thenCompose(done ->
                        append(group.stream().map(CompletableFuture::join).toList()));
    }

    private static <E> CompletableFuture<E> completed(E event, Function<E, CompletableFuture<E>> completed) {
        try {
            return completed.apply(event);
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private static VarveException known(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        if (cause instanceof VarveException known) {
            return known;
        }
        throw new CompletionException(cause);
    }

    private Ready<E> ready(E event, Instant now) {
        Instant clock = now;
        try {
            Instant exact = series.items().clockOf(event);
            series.definition().clockRules.check(exact, now);
            clock = series.definition().layout.floor(exact);
            return packed.isPacked(clock)
                    ? new Ready<>(event, clock, packed.write(event, clock), null, null)
                    : new Ready<>(event, clock, null, event, null);
        } catch (VarveException refused) {
            return new Ready<>(event, clock, null, null, refused);
        }
    }

    private CompletableFuture<List<AppendReport.Entry<E>>> append(List<Ready<E>> events) {
        List<RowWrite> writes = new ArrayList<>(events.size());
        for (Ready<E> event : events) {
            if (event.write() != null) {
                writes.add(event.write());
            }
        }
        CompletableFuture<List<AppendReport.Entry<E>>> appended = listed(events)
                .thenCompose(listed -> packed.append(writes))
                .handle((results, error) -> entries(events, results, error == null ? null : known(error)));
        List<E> older = new ArrayList<>();
        for (Ready<E> event : events) {
            if (event.item() != null) {
                older.add(event.item());
            }
        }
        return older.isEmpty()
                ? appended
                : items.apply(older).thenCombine(appended, (stored, entries) -> withItems(events, stored, entries));
    }

    /** Puts the entries of events that are items in their places. */
    private List<AppendReport.Entry<E>> withItems(
            List<Ready<E>> events, List<AppendReport.Entry<E>> stored, List<AppendReport.Entry<E>> entries) {
        List<AppendReport.Entry<E>> all = new ArrayList<>(entries);
        int next = 0;
        for (int i = 0; i < all.size(); i++) {
            if (events.get(i).item() != null) {
                AppendReport.Entry<E> entry = stored.get(next++);
                all.set(i, new AppendReport.Entry<>(events.get(i).event(), entry.outcome(), entry.error()));
            }
        }
        return all;
    }

    /** Lists the identities in the catalogue before their events are stored. */
    private CompletableFuture<Void> listed(List<Ready<E>> events) {
        Catalogue catalogue = series.catalogue();
        if (catalogue == null) {
            return CompletableFuture.completedFuture(null);
        }
        List<Catalogue.Listing> missing = new ArrayList<>();
        for (Ready<E> event : events) {
            if (event.write() != null) {
                Parts identity = event.write().identity();
                if (!catalogue.isNoted(identity, event.clock())) {
                    missing.add(new Catalogue.Listing(identity, event.clock()));
                }
            }
        }
        return catalogue.noteAll(missing);
    }

    private List<AppendReport.Entry<E>> entries(
            List<Ready<E>> events, @Nullable List<RowResult> results, @Nullable VarveException failure) {
        List<AppendReport.Entry<E>> entries = new ArrayList<>(events.size());
        int next = 0;
        for (Ready<E> event : events) {
            RowWrite write = event.write();
            if (write == null) {
                entries.add(new AppendReport.Entry<>(event.event(), null, event.error()));
            } else if (results == null) {
                entries.add(new AppendReport.Entry<>(event.event(), null, failure));
            } else {
                entries.add(new AppendReport.Entry<>(event.event(), outcome(event, write, results.get(next++)), null));
            }
        }
        return entries;
    }

    private Outcome<E> outcome(Ready<E> event, RowWrite write, RowResult result) {
        Row existing = result.existing();
        return switch (result.kind()) {
            case WRITTEN -> new Outcome.Applied<>(event.clock(), null, Capacity.NONE);
            case SAME -> new Outcome.Duplicate<>(event.clock(), Capacity.NONE);
            case REFUSED ->
                new Outcome.Conflict<>(
                        event.clock(),
                        series.items().read(packed.item(write, Objects.requireNonNull(existing))),
                        Capacity.NONE);
        };
    }
}
