package dev.varve.series.internal.append;

import dev.varve.error.VarveException;
import dev.varve.schema.internal.TransactionStep;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.series.internal.read.Catalogue;
import dev.varve.series.internal.read.EventItems;
import dev.varve.series.internal.read.StoredEvent;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Delete;
import dev.varve.table.Key;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.RecordConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Writes the events of an open series: one by one, many at a time, or as steps of a transaction. */
public final class SeriesWrites<E extends Record> {

    private final StoredSeries<E> series;
    private final EventItems<E> items;
    private final Appender<E> appender;
    private final @Nullable CurrentStore<?> current;
    /** Conditions of an append test the current record, or the event with its key where appends write no such record. */
    private final RecordConditions conditions;

    private final @Nullable PackedAppend<E> packed;

    /** @param current the current records that appends write, or null if they write none */
    public SeriesWrites(StoredSeries<E> series, Appender<E> appender, @Nullable CurrentStore<?> current) {
        this.series = series;
        this.items = series.items();
        this.appender = appender;
        this.current = current;
        this.packed = series.table() instanceof PackedTable table
                ? new PackedAppend<>(series, table.store(), this::appendItems)
                : null;
        this.conditions = current == null
                ? new RecordConditions(
                        series.definition().mapping, series.table().schema())
                : new RecordConditions(
                        current.definition().mapping, current.table().schema());
    }

    public CompletableFuture<Outcome<E>> append(E event, Condition condition) {
        if (packed != null && condition == Condition.always()) {
            return packed.append(event);
        }
        return appendItem(event, condition);
    }

    private CompletableFuture<Outcome<E>> appendItem(E event, Condition condition) {
        try {
            // One instant for all attempts: a retry must not make an event late that was in time.
            Instant now = series.now();
            Condition about = conditions.stored(condition);
            StoredEvent stored = items.store(event, now);
            return listed(stored).thenCompose(spent -> appender.append(stored, about, now, spent));
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Appends an event of any age that was prepared. */
    CompletableFuture<Outcome<E>> appendOld(StoredEvent stored) {
        return listed(stored).thenCompose(spent -> appender.append(stored, Condition.always(), series.now(), spent));
    }

    public AppendReport<E> appendAll(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        if (packed != null) {
            return packed.run(events, completed, progress);
        }
        GroupedAppend<E> grouped = groupedAppend(completed, progress);
        return grouped == null ? bulkAppend(completed, progress).run(events) : grouped.run(events);
    }

    public CompletableFuture<AppendReport<E>> appendAllAsync(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        if (packed != null) {
            return packed.runAsync(events, completed, progress);
        }
        GroupedAppend<E> grouped = groupedAppend(completed, progress);
        return grouped == null ? bulkAppend(completed, progress).runAsync(events) : grouped.runAsync(events);
    }

    /** Appends events that are stored as items, whatever the rest of the series is. */
    private CompletableFuture<List<AppendReport.Entry<E>>> appendItems(List<E> events) {
        LongConsumer ignored = finished -> {};
        GroupedAppend<E> grouped = series.table() instanceof PackedTable table && table.itemsAtOnce() > 1
                ? groupedAppend(CompletableFuture::completedFuture, ignored)
                : null;
        return (grouped == null
                        ? new BulkAppend<E>(
                                        event -> appendItem(event, Condition.always()),
                                        event -> null,
                                        series.open().parallel(),
                                        ignored)
                                .runAsync(events.iterator())
                        : grouped.runAsync(events.iterator()))
                .thenApply(AppendReport::entries);
    }

    /** Returns the way for events as plain numbers, or null if not all events of the series are packed. */
    public @Nullable PreparedAppends prepared() {
        return series.table() instanceof PackedTable table && series.definition().packedSince == null
                ? new PreparedAppends(series, table.store())
                : null;
    }

    private @Nullable GroupedAppend<E> groupedAppend(
            Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        return appender instanceof PlainAppender<E> plain && series.table().putsAtOnce() > 1
                ? new GroupedAppend<>(
                        series.table(), plain, event -> completed.apply(event).thenCompose(this::prepare), progress)
                : null;
    }

    private BulkAppend<E> bulkAppend(Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        SeriesDefinition<E> definition = series.definition();
        return new BulkAppend<>(
                event -> completed.apply(event).thenCompose(whole -> append(whole, Condition.always())),
                event -> current == null ? null : definition.identity.require(definition.mapping.toItem(event)),
                series.open().parallel(),
                progress);
    }

    private CompletableFuture<PlainAppender.Asked> prepare(E event) {
        Instant now = series.now();
        StoredEvent stored = items.store(event, now);
        return listed(stored).thenApply(spent -> new PlainAppender.Asked(stored, Condition.always(), now, spent));
    }

    private CompletableFuture<Capacity> listed(StoredEvent event) {
        Catalogue catalogue = series.catalogue();
        return catalogue == null
                ? CompletableFuture.completedFuture(Capacity.NONE)
                : catalogue.note(event.identity(), event.clock());
    }

    /** Replaces the event with this event's key; returns false and writes nothing if there is none. */
    public CompletableFuture<Boolean> correct(E event) {
        return appender.correct(event, series.now());
    }

    /** Deletes the event with this key; returns false if there is none. */
    public CompletableFuture<Boolean> delete(Key key) {
        return series.table().delete(Delete.of(key).when(items.isPresent())).thenApply(WriteResult::isWritten);
    }

    /**
     * Returns an append as a step of a transaction. A late event cancels the transaction, whatever the series does with
     * late events otherwise. A series that merges events rejects it; one that replaces them writes the event in any case.
     */
    public TransactionStep<Outcome<E>> appendStep(E event, Condition condition) {
        Instant now = series.now();
        StoredEvent stored = items.store(event, now);
        List<Write> writes = appender.plan(stored, conditions.stored(condition), now);
        List<TransactWrite.Action> actions = new ArrayList<>();
        actions.add(new TransactWrite.Action(series.table().schema().name(), writes.get(0)));
        if (current != null && writes.size() > 1) {
            actions.add(new TransactWrite.Action(current.table().schema().name(), writes.get(1)));
        }
        return new TransactionStep<>(() -> listed(stored), actions, reasons -> appender.refusal(stored, reasons));
    }

    /** Returns a correction as a step of a transaction, which is refused if there is no such event. */
    public CompletableFuture<TransactionStep<Outcome<E>>> correctionStep(E event) {
        Instant now = series.now();
        return historyChanges().correction(items.rewrite(event, now), now);
    }

    /** Returns a deletion as a step of a transaction, which is refused if there is no such event. */
    public TransactionStep<Outcome<E>> deletionStep(E event) {
        return historyChanges().deletion(items.rewrite(event, series.now()));
    }

    private HistoryChanges<E> historyChanges() {
        return new HistoryChanges<>(series.table(), items, current);
    }
}
