package dev.varve.core.series;

import dev.varve.core.VarveException;
import dev.varve.core.table.Put;
import dev.varve.core.table.Table;
import dev.varve.core.table.WriteResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Appends many events, group by group: for tables that store many puts together faster than one by one. */
final class GroupedAppend<E extends Record, C extends Record> {

    private final Table table;
    private final PlainAppender<E, C> appender;
    private final Function<E, CompletableFuture<PlainAppender.Asked>> prepare;
    private final LongConsumer progress;

    /**
     * @param prepare does what comes before an event is put
     * @param progress is told how many are finished, after each group
     */
    GroupedAppend(
            Table table,
            PlainAppender<E, C> appender,
            Function<E, CompletableFuture<PlainAppender.Asked>> prepare,
            LongConsumer progress) {
        this.table = table;
        this.appender = appender;
        this.prepare = prepare;
        this.progress = progress;
    }

    AppendReport<E, C> run(Iterator<E> events) {
        List<CompletableFuture<AppendReport.Entry<E, C>>> entries = new ArrayList<>();
        List<E> group = new ArrayList<>();
        while (events.hasNext()) {
            group.add(events.next());
            if (group.size() == table.putsAtOnce() || !events.hasNext()) {
                entries.addAll(append(group));
                group.clear();
                progress.accept(entries.size());
            }
        }
        return new AppendReport<>(entries.stream().map(CompletableFuture::join).toList());
    }

    private List<CompletableFuture<AppendReport.Entry<E, C>>> append(List<E> group) {
        List<CompletableFuture<PlainAppender.Asked>> asked =
                group.stream().map(this::prepared).toList();
        List<PlainAppender.@Nullable Asked> ready = new ArrayList<>();
        List<Put> puts = new ArrayList<>();
        for (CompletableFuture<PlainAppender.Asked> each : asked) {
            PlainAppender.Asked event = each.exceptionally(refused -> null).join();
            ready.add(event);
            if (event != null) {
                puts.add(appender.put(event.stored(), event.condition()));
            }
        }
        Iterator<CompletableFuture<WriteResult>> answers = table.putEach(puts).iterator();
        List<CompletableFuture<AppendReport.Entry<E, C>>> entries = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            PlainAppender.Asked event = ready.get(i);
            entries.add(BulkAppend.entry(
                    group.get(i),
                    event == null
                            ? asked.get(i).thenApply(never -> null)
                            : answers.next().thenCompose(result -> appender.outcome(event, result))));
        }
        return entries;
    }

    private CompletableFuture<PlainAppender.Asked> prepared(E event) {
        try {
            return prepare.apply(event);
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }
}
