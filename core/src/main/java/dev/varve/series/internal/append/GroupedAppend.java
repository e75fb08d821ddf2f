package dev.varve.series.internal.append;

import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.AppendReport;
import dev.varve.table.BlockingTable;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Appends many events in groups, for tables that store many puts together faster than one by one. */
final class GroupedAppend<E extends Record> {

    private final Table table;
    private final PlainAppender<E> appender;
    private final Function<E, CompletableFuture<PlainAppender.Asked>> prepare;
    private final LongConsumer progress;
    private final List<AppendReport.Entry<E>> entries = new ArrayList<>();

    /**
     * @param prepare validates an event and adds it to the catalogue before it is put
     * @param progress called after each group with the number of finished appends
     */
    GroupedAppend(
            Table table,
            PlainAppender<E> appender,
            Function<E, CompletableFuture<PlainAppender.Asked>> prepare,
            LongConsumer progress) {
        this.table = table;
        this.appender = appender;
        this.prepare = prepare;
        this.progress = progress;
    }

    /** Appends on the caller's thread, which waits for each group. */
    AppendReport<E> run(Iterator<E> events) {
        while (events.hasNext()) {
            BlockingTable.await(append(group(events)));
        }
        return new AppendReport<>(entries);
    }

    /** Appends without blocking a thread: the completion of one group starts the next. */
    CompletableFuture<AppendReport<E>> runAsync(Iterator<E> events) {
        return AsyncLoop.whileTrue(() -> {
                    List<E> group = group(events);
                    return group.isEmpty()
                            ? CompletableFuture.completedFuture(false)
                            : append(group).thenApply(done -> true);
                })
                .thenApply(done -> new AppendReport<>(entries));
    }

    private List<E> group(Iterator<E> events) {
        List<E> group = new ArrayList<>();
        while (group.size() < table.putsAtOnce() && events.hasNext()) {
            group.add(events.next());
        }
        return group;
    }

    private CompletableFuture<Void> append(List<E> group) {
        List<CompletableFuture<PlainAppender.Asked>> prepared =
                group.stream().map(this::prepare).toList();
        return settled(prepared)
                .thenCompose(done -> {
                    List<CompletableFuture<AppendReport.Entry<E>>> answers = put(group, prepared);
                    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                            .thenApply(all -> answers.stream()
                                    .map(CompletableFuture::join)
                                    .toList());
                })
                .thenAccept(answered -> {
                    entries.addAll(answered);
                    progress.accept(entries.size());
                });
    }

    /** Completes when all are prepared or refused. */
    private static CompletableFuture<Void> settled(List<CompletableFuture<PlainAppender.Asked>> prepared) {
        return CompletableFuture.allOf(prepared.toArray(CompletableFuture[]::new))
                .exceptionally(refused -> null);
    }

    private List<CompletableFuture<AppendReport.Entry<E>>> put(
            List<E> group, List<CompletableFuture<PlainAppender.Asked>> prepared) {
        List<PlainAppender.@Nullable Asked> ready = new ArrayList<>();
        List<Put> puts = new ArrayList<>();
        for (CompletableFuture<PlainAppender.Asked> each : prepared) {
            PlainAppender.Asked event = each.exceptionally(refused -> null).join();
            ready.add(event);
            if (event != null) {
                puts.add(appender.put(event.stored(), event.condition()));
            }
        }
        Iterator<CompletableFuture<WriteResult>> answers = table.putEach(puts).iterator();
        List<CompletableFuture<AppendReport.Entry<E>>> results = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            PlainAppender.Asked event = ready.get(i);
            results.add(BulkAppend.entry(
                    group.get(i),
                    event == null
                            ? prepared.get(i).thenApply(never -> null)
                            : answers.next().thenCompose(result -> appender.outcome(event, result))));
        }
        return results;
    }

    private CompletableFuture<PlainAppender.Asked> prepare(E event) {
        try {
            return prepare.apply(event);
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
