package dev.varve.series;

import dev.varve.entity.EntityQuery;
import dev.varve.entity.internal.EntitySource;
import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.OpenRollup;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.MixedReadCheck;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.Placement;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.schema.internal.TransactionStep;
import dev.varve.series.internal.Appender;
import dev.varve.series.internal.BulkAppend;
import dev.varve.series.internal.Catalogue;
import dev.varve.series.internal.CurrentDefinition;
import dev.varve.series.internal.CurrentItems;
import dev.varve.series.internal.CurrentRecords;
import dev.varve.series.internal.EventIndex;
import dev.varve.series.internal.EventItems;
import dev.varve.series.internal.GroupedAppend;
import dev.varve.series.internal.HistoryChanges;
import dev.varve.series.internal.HistorySource;
import dev.varve.series.internal.LatestSource;
import dev.varve.series.internal.PlainAppender;
import dev.varve.series.internal.SeriesEvents;
import dev.varve.series.internal.StoredEvent;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.Key;
import dev.varve.table.Table;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import dev.varve.table.internal.BulkDelete;
import dev.varve.table.internal.RecordConditions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A series of an open database: append, latest, history.
 *
 * <p>One series is addressed by the parts its key templates name before the clock, given as plain values in that order:
 * {@code latest("sensor_01")}, or as {@link Parts} from {@link Series#key}.
 *
 * @param <E> the class of the events
 * @param <C> the class of the latest record: the current record's, or the events' where the series has none
 */
public final class OpenSeries<E extends Record, C extends Record> {

    /** Who reads zones remembers them for a minute, and clocks of processes differ. */
    private static final Duration ZONE_NOTICE = Duration.ofHours(1);

    private final Series<E> series;
    private final OpenSchema open;
    private final Table table;
    private final EventItems<E> items;
    private final Appender<E, C> appender;
    private final LatestSource<C> latest;
    private final @Nullable Catalogue catalogue;
    private final @Nullable Tracked<C> tracked;
    private final @Nullable RollupRuntime rollup;
    /** Conditions of an append are about the current record, or about the event with its key where appends write none. */
    private final RecordConditions conditions;

    /** What only a series with a current record has. */
    private record Tracked<C extends Record>(
            Table table, CurrentDefinition<C> form, CurrentItems<C> items, MixedReadCheck mixing) {}

    private OpenSeries(
            OpenSchema open,
            Series<E> series,
            Appender<E, C> appender,
            LatestSource<C> latest,
            @Nullable Tracked<C> tracked) {
        this.open = open;
        this.series = series;
        this.table = open.tableOf(series);
        this.items = new EventItems<>(series.form(), table.schema());
        this.appender = appender;
        this.latest = latest;
        this.tracked = tracked;
        this.conditions = tracked != null && series.currentMode() == CurrentMode.TRANSACTIONAL
                ? new RecordConditions(tracked.form().mapping, tracked.table().schema())
                : new RecordConditions(series.mapping(), table.schema());
        this.catalogue = series.form().openCatalogue(table);
        this.rollup = series.form().rollup == null || catalogue == null
                ? null
                : new RollupRuntime(
                        open, series, series.form().rollup, new SeriesEvents(series.form(), table, catalogue, open));
    }

    /** Opens a series without a current record. */
    public static <E extends Record> OpenSeries<E, E> of(OpenSchema open, Series<E> declaration) {
        Series<E> series = open.schema().declared(declaration);
        Table table = open.tableOf(series);
        EventItems<E> items = new EventItems<>(series.form(), table.schema());
        return new OpenSeries<>(
                open,
                series,
                new PlainAppender<>(table, items, series.form().conflicts),
                new NewestEvent<>(HistorySource.of(series.form(), items, open, table)),
                null);
    }

    /** Opens a series with a current record. */
    public static <E extends Record, C extends Record> OpenSeries<E, C> of(
            OpenSchema open, TrackedSeries<E, C> declaration) {
        TrackedSeries<E, C> series = open.schema().declared(declaration);
        Table table = open.tableOf(series);
        EventItems<E> items = new EventItems<>(series.form(), table.schema());
        Placement placement = series.placements().stream()
                .filter(kind -> kind.role().equals("current"))
                .findFirst()
                .orElseThrow();
        Table currentTable = open.tableOf(series, placement);
        CurrentItems<C> current = new CurrentItems<>(series.form(), series.current(), currentTable.schema());
        return new OpenSeries<>(
                open,
                series,
                series.currentMode() == CurrentMode.TRANSACTIONAL
                        ? new TransactionalAppender<>(table, items, current, series)
                        : new PlainAppender<>(table, items, series.form().conflicts),
                new CurrentRecords<>(currentTable, current, open.parallel()),
                new Tracked<>(
                        currentTable, series.current(), current, new MixedReadCheck(open.schema(), series, placement)));
    }

    public Series<E> declaration() {
        return series;
    }

    /**
     * Stores an event; see {@link Outcome} for what can become of it. Its clock is cut to the tick of the series, so what
     * is read back may differ from what was given in that: {@link Outcome#clock} is what is stored.
     */
    public Outcome<E, C> append(E event) {
        return append(event, Condition.always());
    }

    /** Stores an event if the condition holds for the current record; one that is not there is tested as empty. */
    public Outcome<E, C> append(E event, Condition condition) {
        return BlockingTable.await(appendAsync(event, condition));
    }

    public CompletableFuture<Outcome<E, C>> appendAsync(E event) {
        return appendAsync(event, Condition.always());
    }

    /** Stores an event without waiting for it; the future fails with what {@link #append} throws. */
    public CompletableFuture<Outcome<E, C>> appendAsync(E event, Condition condition) {
        try {
            // One moment for all attempts: a retry must not turn what was in time into what is late.
            Instant now = open.clock().instant();
            Condition about = conditions.stored(condition);
            StoredEvent stored = items.store(event, now);
            return listed(stored).thenCompose(spent -> appender.append(stored, about, now, spent));
        } catch (VarveException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /**
     * Stores an event like {@link #append(Record)}, and lets {@link Outcome.Applied} carry the current record also where
     * the event alone does not say all of it: with enrichment, {@code createdAt} or {@code merge()}. A transaction does
     * not return what it wrote, so this costs one strongly consistent read more then: 1 read unit for each 4 KB. The
     * record is the one stored after the append; a newer one if another writer was faster. The append stands even if the
     * read fails; the outcome carries no record then.
     */
    public Outcome<E, C> appendAndRead(E event) {
        return BlockingTable.await(appendAndReadAsync(event));
    }

    /** Does what {@link #appendAndRead} does, without waiting for it. */
    public CompletableFuture<Outcome<E, C>> appendAndReadAsync(E event) {
        Tracked<C> current = series.currentMode() == CurrentMode.TRANSACTIONAL ? tracked : null;
        return appendAsync(event)
                .thenCompose(outcome ->
                        current != null && outcome instanceof Outcome.Applied<E, C> applied && applied.current() == null
                                ? read(current, applied, series.keyOf(event))
                                : CompletableFuture.completedFuture(outcome));
    }

    private CompletableFuture<Outcome<E, C>> read(Tracked<C> current, Outcome.Applied<E, C> applied, Parts identity) {
        return current.table()
                .get(Get.of(current.items().keyOf(identity)).consistent())
                .<Outcome<E, C>>thenApply(result -> new Outcome.Applied<>(
                        applied.clock(),
                        result.find().map(current.items()::read).orElse(null),
                        applied.capacity().plus(result.capacity())))
                .exceptionally(unread -> applied);
    }

    /**
     * Returns an append as a step of a transaction. In a transaction a late event cancels it, whatever the series does
     * with such otherwise, and events cannot be merged. A series that replaces writes the event whatever is there.
     */
    public TransactionStep plan(E event, Condition condition) {
        Instant now = open.clock().instant();
        StoredEvent stored = items.store(event, now);
        List<Write> writes = appender.plan(stored, conditions.stored(condition), now);
        List<TransactWrite.Action> actions = new ArrayList<>();
        actions.add(new TransactWrite.Action(table.schema().name(), writes.get(0)));
        if (tracked != null && writes.size() > 1) {
            actions.add(new TransactWrite.Action(tracked.table().schema().name(), writes.get(1)));
        }
        return new TransactionStep(
                () -> listed(stored),
                actions,
                reasons -> appender.refusal(stored, reasons).map(outcome -> outcome));
    }

    /** Returns a correction as a step of a transaction; it is refused where there is no such event. */
    public CompletableFuture<TransactionStep> planCorrection(E event) {
        Instant now = open.clock().instant();
        return amendments().correction(items.rewrite(event, now), now);
    }

    /** Returns a deletion as a step of a transaction; it is refused where there is no such event. */
    public TransactionStep planDeletion(E event) {
        return amendments().deletion(items.rewrite(event, open.clock().instant()));
    }

    private HistoryChanges<E> amendments() {
        Tracked<C> current = series.currentMode() == CurrentMode.TRANSACTIONAL ? tracked : null;
        return new HistoryChanges<>(
                table, items, current == null ? null : new HistoryChanges.Currents(current.table(), current.items()));
    }

    private CompletableFuture<Capacity> listed(StoredEvent event) {
        return catalogue == null
                ? CompletableFuture.completedFuture(Capacity.NONE)
                : catalogue.note(event.identity(), event.clock());
    }

    /**
     * Stores many events, several at a time; returns what became of each, in their order. Null among them is refused, with
     * the code {@code series.null-event}, before anything is written.
     */
    public AppendReport<E, C> appendAll(Collection<E> events) {
        // All of them first: nothing is written if one is null.
        for (E event : events) {
            items.requireEvent(event);
        }
        return appendAll(events.iterator(), finished -> {});
    }

    /**
     * Stores many events, several at a time, and tells on the way how many are finished. The entry of null
     * has the error {@code series.null-event} or {@code record.null}; the other events are stored.
     */
    public AppendReport<E, C> appendAll(Iterator<E> events, LongConsumer progress) {
        return appendAll(events, CompletableFuture::completedFuture, progress);
    }

    /**
     * Stores many events, several at a time, each as a function completes it: with what is to be looked up first. The
     * report is about the events as they were given; one that cannot be completed has the error in its entry.
     */
    public AppendReport<E, C> appendAll(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        GroupedAppend<E, C> grouped = groupedAppend(completed, progress);
        return grouped == null ? bulkAppend(completed, progress).run(events) : grouped.run(events);
    }

    /** Stores many events without waiting for them; the report is that of {@link #appendAll(Collection)}. */
    public CompletableFuture<AppendReport<E, C>> appendAllAsync(Collection<E> events) {
        return appendAllAsync(events.iterator(), finished -> {});
    }

    /** Stores many events without waiting for them, and tells on the way how many are finished. */
    public CompletableFuture<AppendReport<E, C>> appendAllAsync(Iterator<E> events, LongConsumer progress) {
        return appendAllAsync(events, CompletableFuture::completedFuture, progress);
    }

    /**
     * Stores many events without waiting for them: as {@link #appendAll(Iterator, Function, LongConsumer)} does, with as
     * many requests under way, but no thread is held while they are. The iterator is read on the calling thread first and
     * then on those that complete requests, by one at a time: it must not block.
     */
    public CompletableFuture<AppendReport<E, C>> appendAllAsync(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        GroupedAppend<E, C> grouped = groupedAppend(completed, progress);
        return grouped == null ? bulkAppend(completed, progress).runAsync(events) : grouped.runAsync(events);
    }

    private @Nullable GroupedAppend<E, C> groupedAppend(
            Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        return appender instanceof PlainAppender<E, C> plain && table.putsAtOnce() > 1
                ? new GroupedAppend<>(
                        table, plain, event -> completed.apply(event).thenCompose(this::asked), progress)
                : null;
    }

    private BulkAppend<E, C> bulkAppend(Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        boolean keepsOrder = series.currentMode() == CurrentMode.TRANSACTIONAL;
        return new BulkAppend<>(
                event -> completed.apply(event).thenCompose(this::appendAsync),
                event -> keepsOrder ? series.keyOf(event) : null,
                open.parallel(),
                progress);
    }

    private CompletableFuture<PlainAppender.Asked> asked(E event) {
        Instant now = open.clock().instant();
        StoredEvent stored = items.store(event, now);
        return listed(stored).thenApply(spent -> new PlainAppender.Asked(stored, Condition.always(), now, spent));
    }

    /**
     * Puts an event in the place of the one with its clock and parts, however old that is; the current record follows if
     * it is of that event. Returns whether there was one; nothing is written if not.
     */
    public boolean correct(E event) {
        return BlockingTable.await(appender.correct(event, open.clock().instant()));
    }

    /** Removes the event with the clock and parts of this one; the current record stays. Returns whether there was one. */
    public boolean delete(E event) {
        return BlockingTable.await(remove(items.keyOf(event)));
    }

    /** Removes the event of one series at a clock, where nothing but the clock tells its events apart. */
    public boolean delete(Instant clock, Object... identity) {
        if (!series.layout().eventParts().isEmpty()) {
            throw new Rejected(
                    "series.delete-needs-event",
                    "events of series %s are told apart by %s, not by the clock alone: call delete(event)"
                            .formatted(series.name(), series.layout().eventParts()));
        }
        return BlockingTable.await(remove(items.keyOf(series.key(identity), clock)));
    }

    private CompletableFuture<Boolean> remove(Key key) {
        return table.delete(Delete.of(key).when(items.isPresent())).thenApply(WriteResult::isWritten);
    }

    /**
     * Returns the event as a change left it in the table. Empty for a deletion or an expiry, which leave none, and for
     * changes of other items; {@link #previous} returns the event that was removed.
     */
    public Optional<E> event(Change change) {
        return event(change, change.after());
    }

    /**
     * Returns the event as it was before a change: the one that was removed, has expired or was replaced. Empty for a new
     * event, and for changes of other items.
     */
    public Optional<E> previous(Change change) {
        return event(change, change.before());
    }

    private Optional<E> event(Change change, @Nullable Item image) {
        return image == null
                ? Optional.empty()
                : change.key().written().flatMap(series.layout()::match).map(parts -> items.read(image));
    }

    /** Returns the latest record of one series. */
    public Optional<C> latest(Object... identity) {
        return BlockingTable.await(latest.find(series.key(identity), Consistency.EVENTUAL));
    }

    /** Returns the latest record of one series, one that was appended a moment ago included. */
    public Optional<C> latestConsistent(Object... identity) {
        return BlockingTable.await(latest.find(series.key(identity), Consistency.STRONG));
    }

    /**
     * Returns the latest records of many series, of those that have one, in the order in which they were asked for.
     *
     * @param keys plain values where one part addresses a series, {@link Parts} otherwise
     */
    public Map<Parts, C> latestOf(Collection<?> keys) {
        return BlockingTable.await(
                latest.findAll(keys.stream().map(series::key).distinct().toList()));
    }

    /** Asks for the events of one series. */
    public History<E> history(Object... identity) {
        return new History<>(HistorySource.of(series.form(), items, open, table), series.key(identity));
    }

    /**
     * Asks for events through an index: all devices of a location, all anomalies of a day. What lies before the clock in
     * the index' templates addresses them. Follows the table after a moment.
     */
    public History<E> by(String index, Object... identity) {
        EventIndex declared = series.form().index(index);
        if (declared.isShared()) {
            throw new Rejected(
                    "series.index-shared",
                    "the keys of series %s in index %s are shared with other items, which an answer would mix: query the"
                                    .formatted(series.name(), index)
                            + " index of the table itself, or read the history of the series");
        }
        return new History<>(
                HistorySource.of(series.form(), items, open, table).on(declared),
                declared.identity().of(identity));
    }

    /** Asks for all series there are: what addresses each, as it was noted when its first event was appended. */
    public Identities identities() {
        if (catalogue == null) {
            throw noCatalogue();
        }
        return new Identities(catalogue, open.parallel());
    }

    private Rejected noCatalogue() {
        return new Rejected(
                "series.no-catalogue",
                "series %s keeps no catalogue, so its identities are not known: declare it without withoutCatalogue(), with a"
                                .formatted(series.name())
                        + " text sort key and a key with parts. If events are stored already, do so in a new table"
                        + " under another name, with named(…)");
    }

    /** Asks for the rows of one series: what the events of each hour, day or month come to. */
    public RollupQuery rollups(Object... identity) {
        return runtime().rows(series.key(identity));
    }

    /**
     * Returns the rows of many series, in the order in which they were asked for, several at a time.
     *
     * @param keys plain values where one part addresses a series, {@link Parts} otherwise
     * @param asked says which rows: {@code rows -> rows.daily().last(Duration.ofDays(7))}
     */
    public Map<Parts, List<RollupRow>> rollupsOf(Collection<?> keys, UnaryOperator<RollupQuery> asked) {
        List<Parts> identities = keys.stream().map(series::key).distinct().toList();
        List<List<RollupRow>> rows = BlockingTable.await(ParallelCalls.map(
                identities,
                open.parallel(),
                identity -> asked.apply(runtime().rows(identity)).listAsync()));
        Map<Parts, List<RollupRow>> all = new LinkedHashMap<>();
        for (int i = 0; i < identities.size(); i++) {
            all.put(identities.get(i), rows.get(i));
        }
        return all;
    }

    /** Asks for the rows of one value of a group, {@code rollupsBy("location", "hall 3")}, or of a group of all. */
    public RollupQuery rollupsBy(String group, Object... value) {
        return runtime().group(group, value);
    }

    /** Returns the rollup of this series; refuses a series without one. */
    public OpenRollup rollup() {
        return new OpenRollup(runtime());
    }

    private RollupRuntime runtime() {
        if (rollup == null) {
            throw new Rejected(
                    "series.no-rollup",
                    "series %s is not rolled up; declare it with rollUp(Rollup.of(…).hourly())"
                            .formatted(series.name()));
        }
        return rollup;
    }

    /**
     * Returns the zones of one who moves to another zone, to be stored in its entity: the change takes effect at the start
     * of a day of the new zone that is ahead of every event there can be, and no row is made anew for it.
     */
    public ZoneHistory moved(ZoneHistory before, ZoneId zone) {
        Instant latest = open.clock().instant().plus(series.form().clockRules.maxFuture());
        return before.changedTo(zone, latest.plus(ZONE_NOTICE));
    }

    /** Returns who keeps up what is made of the events, from the changes of their table. */
    public List<ChangeHandler> workers() {
        List<ChangeHandler> workers = new ArrayList<>();
        if (rollup != null) {
            workers.add(rollup.worker());
        }
        if (tracked != null && series.currentMode() == CurrentMode.FED) {
            workers.add(fedCurrent(tracked));
        }
        return workers;
    }

    private FedCurrent<E, C> fedCurrent(Tracked<C> current) {
        return new FedCurrent<>(
                historySource(), series.form(), currentSource(current), current.table(), current.items());
    }

    private CurrentSource<E, C> currentSource(Tracked<C> current) {
        return new CurrentSource<>(historySource(), series.form(), items, current.items());
    }

    private HistorySource<E> historySource() {
        return HistorySource.of(series.form(), items, open, table);
    }

    /**
     * Brings the current records of all identities up to date with the stored events. Opening a database does this where
     * a current record is declared for events that are stored already. Call it once more when the last process has
     * stopped that appends without the current record. Safe to repeat, and beside appends; reads the newest event of each
     * identity, or all events where the current record is merged.
     */
    public void fillCurrent() {
        BlockingTable.await(fill().run(null, next -> CompletableFuture.completedFuture(next.isPresent())));
    }

    /** Completes a fill that opening the database found necessary; resumes where an earlier process came to. */
    public CompletableFuture<Void> fillCurrent(SchemaItem.Fill fill) {
        return fill().run(fill.after(), next -> fill.reached(next.orElse(null)));
    }

    private CurrentBackfill<E, C> fill() {
        Tracked<C> current = requireTracked();
        if (catalogue == null && !series.layout().identity().isEmpty()) {
            throw noCatalogue();
        }
        return new CurrentBackfill<>(
                historySource(),
                current.table(),
                items,
                current.items(),
                currentSource(current),
                series.currentMode() == CurrentMode.FED ? fedCurrent(current) : null,
                catalogue);
    }

    /** Removes all events a history asks for, and returns how many there were; the current record stays. */
    public long deleteAll(History<E> events) {
        var bulk = new BulkDelete(table, open.parallel());
        return bulk.run(
                events.items().map(table.schema()::keyOf),
                batch -> bulk.remove(batch, "series.delete-unfinished", "events"));
    }

    /**
     * Deletes one series: its events, its entry among the {@link #identities}, its rows and its current record. Returns how
     * many events there were. Repeating it after a failure goes on where it stopped. No event of the series may be appended
     * meanwhile.
     *
     * <p>Rows of groups follow by the feed for buckets whose rows are still made of events; older ones keep what the series
     * added to them.
     *
     * @param since where time cuts partitions, events and rows are looked for from here on
     */
    public long deleteSeries(Instant since, Object... identity) {
        Parts key = series.key(identity);
        long removed = deleteEvents(since, key);
        if (catalogue != null) {
            // Before the rows: a ring for a series that is still listed leaves a row that counts nothing.
            BlockingTable.await(catalogue.remove(key));
        }
        if (rollup != null) {
            rollup.deleteRows(key, since);
        }
        if (tracked != null) {
            BlockingTable.await(tracked.table().delete(Delete.of(tracked.items().keyOf(key))));
        }
        return removed;
    }

    /**
     * Removes all events of one series and nothing else; the current record stays. Returns how many there were.
     *
     * @param since where time cuts partitions, events are looked for from here on
     */
    public long deleteEvents(Instant since, Object... identity) {
        History<E> all = history(identity).consistent();
        Instant end = open.clock().instant().plus(series.form().clockRules.maxFuture());
        return deleteAll(series.layout().isBucketed() ? all.between(since, end) : all);
    }

    /**
     * Lists a series again with its next event. Each process remembers which series are listed; this is for one that another
     * process may have deleted.
     */
    public void relist(Object... identity) {
        if (catalogue != null) {
            catalogue.forget(series.key(identity));
        }
    }

    /** Refuses an event that no append would take, with the same error; writes nothing. */
    public void check(E event) {
        var unused = items.store(event, open.clock().instant());
    }

    /** Begins a change of the fields of a current record that no append touches. */
    public CurrentChange<C> current(Object... identity) {
        Tracked<C> current = requireTracked();
        return new CurrentChange<>(current.table(), current.form(), current.items(), series.key(identity));
    }

    /**
     * Asks for current records in an index, by the parts its keys begin with: all of the partition, and any of the sort
     * key from the left. The devices of an account: {@code currentBy("gsi1", "acct-1")}
     */
    public EntityQuery<C> currentBy(String index, Object... leading) {
        Tracked<C> current = requireTracked();
        IndexKeys keys = current.form().index(index);
        current.mixing().requireNone(index);
        return new EntityQuery<>(new EntitySource<>(
                series.name(),
                current.form().mapping,
                current.items()::read,
                Condition.always(),
                current.table(),
                open.parallel(),
                index,
                current.form().layout,
                keys.layout(),
                keys.parts().leading(leading)));
    }

    private Tracked<C> requireTracked() {
        if (tracked == null) {
            throw new Rejected(
                    "series.no-current",
                    "series %s has no current record; declare one with current(Current.transactional(…))"
                            .formatted(series.name()));
        }
        return tracked;
    }
}
