package dev.varve.series;

import dev.varve.error.Rejected;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.ZoneHistory;
import dev.varve.rollup.OpenRollup;
import dev.varve.rollup.RollupQuery;
import dev.varve.rollup.RollupRow;
import dev.varve.rollup.internal.RollupAccess;
import dev.varve.rollup.internal.RollupRuntime;
import dev.varve.series.internal.SeriesAccess;
import dev.varve.series.internal.append.SeriesBackfill;
import dev.varve.series.internal.append.SeriesWrites;
import dev.varve.series.internal.definition.EventIndex;
import dev.varve.series.internal.packed.PackedTable;
import dev.varve.series.internal.read.HistorySource;
import dev.varve.series.internal.read.LatestSource;
import dev.varve.series.internal.read.SeriesEvents;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.internal.BulkDelete;
import dev.varve.table.internal.LayoutKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
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
 * A series of an open database: append, latest, history, rollups.
 *
 * <p>An identity is given as plain values in the order in which the key templates name its parts, such as
 * {@code latest("sensor_01")}, or as {@link Parts} from {@link Series#key}.
 *
 * @param <E> the class of the events
 */
public sealed class OpenSeries<E extends Record> permits OpenTrackedSeries {

    /** Readers of zones cache them for a minute, and the clocks of processes differ. */
    private static final Duration ZONE_NOTICE = Duration.ofHours(1);

    static {
        SeriesAccess.register(new OpenSeriesAccess());
    }

    private final Series<E> series;
    private final StoredSeries<E> stored;
    private final HistorySource<E> events;
    private final SeriesWrites<E> writes;
    private final LatestSource<E> latest;
    private final @Nullable RollupRuntime rollup;
    private final SeriesBackfill<E> backfill;

    OpenSeries(Series<E> series, StoredSeries<E> stored, SeriesWrites<E> writes, LatestSource<E> latest) {
        this.series = series;
        this.stored = stored;
        this.events = stored.history();
        this.writes = writes;
        this.latest = latest;
        this.rollup = series.form().rollup == null || stored.catalogue() == null
                ? null
                : new RollupRuntime(
                        stored.open(),
                        series,
                        series.form().rollup,
                        new SeriesEvents(series.form(), stored.table(), stored.catalogue(), stored.open()));
        this.backfill = new SeriesBackfill<>(stored, writes, rollup);
    }

    public Series<E> declaration() {
        return series;
    }

    StoredSeries<E> stored() {
        return stored;
    }

    SeriesWrites<E> writes() {
        return writes;
    }

    /** Returns the handlers that keep derived data up to date from the changes of the table. */
    List<ChangeHandler> workers() {
        return rollup == null ? List.of() : List.of(rollup.worker());
    }

    /**
     * Stores an event; {@link Outcome} lists the possible results. The clock is cut to the tick of the series, so the
     * stored clock may differ from the given one: {@link Outcome#clock} returns the stored clock.
     */
    public Outcome<E> append(E event) {
        return append(event, Condition.always());
    }

    /** Stores an event if the condition holds for the current record; an absent record is tested as an empty item. */
    public Outcome<E> append(E event, Condition condition) {
        return BlockingTable.await(appendAsync(event, condition));
    }

    public CompletableFuture<Outcome<E>> appendAsync(E event) {
        return appendAsync(event, Condition.always());
    }

    /** Stores an event without blocking; the future fails with what {@link #append} throws. */
    public CompletableFuture<Outcome<E>> appendAsync(E event, Condition condition) {
        return writes.append(event, condition);
    }

    /**
     * Stores many events, several at a time, and returns the outcome of each, in their order. A null event is rejected with
     * the code {@code series.null-event} before anything is written.
     */
    public AppendReport<E> appendAll(Collection<E> events) {
        // All are checked first: nothing is written if one is null.
        for (E event : events) {
            stored.items().requireEvent(event);
        }
        return appendAll(events.iterator(), finished -> {});
    }

    /**
     * Stores many events, several at a time, and reports how many are finished. The entry of a null event has the error
     * {@code series.null-event} or {@code record.null}; the other events are stored.
     */
    public AppendReport<E> appendAll(Iterator<E> events, LongConsumer progress) {
        return appendAll(events, CompletableFuture::completedFuture, progress);
    }

    /**
     * Stores many events, several at a time, each as the function completes it, for example with looked-up fields. The
     * report lists the events as they were given; an event that cannot be completed has the error in its entry.
     */
    public AppendReport<E> appendAll(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        return writes.appendAll(events, completed, progress);
    }

    /** Stores many events without blocking; the report is that of {@link #appendAll(Collection)}. */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Collection<E> events) {
        return appendAllAsync(events.iterator(), finished -> {});
    }

    /** Stores many events without blocking, and reports how many are finished. */
    public CompletableFuture<AppendReport<E>> appendAllAsync(Iterator<E> events, LongConsumer progress) {
        return appendAllAsync(events, CompletableFuture::completedFuture, progress);
    }

    /**
     * Does what {@link #appendAll(Iterator, Function, LongConsumer)} does without holding a thread. The iterator is read
     * first on the calling thread, then on the threads that complete requests, by one at a time: it must not block.
     */
    public CompletableFuture<AppendReport<E>> appendAllAsync(
            Iterator<E> events, Function<E, CompletableFuture<E>> completed, LongConsumer progress) {
        return writes.appendAllAsync(events, completed, progress);
    }

    /**
     * Stores events of any age, and writes the rows of old ones: hours, days and months of the past. An event that is too old for
     * the history counts in its rows and is not in the history. Rules, detectors and current records ignore it.
     *
     * <p>Safe to repeat, with the same events or with further ones: no event counts twice. Backfilled events are stored for 14
     * days after the first of their month. After that, the rows that they are in are final, like those of any events that have
     * expired: further events of such rows are not taken, and the report lists them. A clock ahead of the limit is rejected as
     * by an append; that is the error of its entry.
     */
    public BackfillReport<E> backfill(Collection<E> events) {
        AppendReport<E> stored = BlockingTable.await(stageBackfill(events));
        return new BackfillReport<>(stored, finishBackfill(finished -> {}));
    }

    /**
     * Stores events of any age, durably, and leaves it to background work or {@link #finishBackfill} to write the rows of old ones.
     * Many events at a time take less work than few.
     */
    public CompletableFuture<AppendReport<E>> stageBackfill(Collection<E> events) {
        return stageBackfill(events, CompletableFuture::completedFuture);
    }

    /** Does what {@link #stageBackfill(Collection)} does, with each event as the function completes it. */
    public CompletableFuture<AppendReport<E>> stageBackfill(
            Collection<E> events, Function<E, CompletableFuture<E>> completed) {
        return backfill.add(List.copyOf(events), completed);
    }

    /**
     * Writes all rows that backfilled events need, of this and other processes. Returns by tier how many rows this process has
     * written for them since the last call. Call it once after many {@link #stageBackfill} calls. If it is interrupted, background work or the next call continues.
     *
     * @param progress called with the number of finished parts, each a month of one identity
     */
    public Map<String, Long> finishBackfill(LongConsumer progress) {
        return rollup == null ? Map.of() : BlockingTable.await(rollup.backfill().finish(progress));
    }

    /** Returns how many parts of a backfill, each a month of one identity, wait for their rows. */
    public int waitingBackfill() {
        return rollup == null ? 0 : BlockingTable.await(rollup.backfill().waiting());
    }

    /**
     * Writes all events of a packed series that only its journal holds to blocks, and waits for it. Background work does this
     * when an hour is over; call it before you compare stored rows or measure stored bytes. Does nothing for a series that
     * is not packed.
     */
    public void seal() {
        if (stored.table() instanceof PackedTable packed) {
            BlockingTable.await(packed.store().flush());
        }
    }

    /** Rejects an event that an append would reject, with the same error; writes nothing. */
    public void check(E event) {
        var unused = stored.items().store(event, stored.now());
    }

    /**
     * Replaces the event with the same clock and parts, at any age. The current record follows if it is of that
     * event. Returns false and writes nothing if there is no such event.
     */
    public boolean correct(E event) {
        return BlockingTable.await(backfill.correct(event));
    }

    /** Deletes the event with the clock and parts of this one; the current record stays. Returns whether there was one. */
    public boolean delete(E event) {
        return BlockingTable.await(backfill.delete(event));
    }

    /** Deletes the event of one identity at a clock. For series whose events differ in nothing but the clock. */
    public boolean delete(Instant clock, Object... identity) {
        if (!series.layout().eventParts().isEmpty()) {
            throw new Rejected(
                    "series.delete-needs-event",
                    "events of series %s are told apart by %s, not by the clock alone: call delete(event)"
                            .formatted(series.name(), series.layout().eventParts()));
        }
        Parts parts = series.key(identity);
        return BlockingTable.await(backfill.delete(parts, clock, stored.items().keyOf(parts, clock)));
    }

    /** Deletes all events of a history, and returns how many there were; the current record stays. */
    public long deleteAll(History<E> events) {
        var bulk = new BulkDelete(stored.table(), stored.open().parallel());
        return bulk.run(
                events.items().map(stored.table().schema()::keyOf),
                batch -> bulk.remove(batch, "series.delete-unfinished", "events"));
    }

    /**
     * Deletes one identity: its events, its entry among the {@link #identities}, its rows and its current record. Returns
     * how many events there were. Call it again after a failure; it resumes. Append no event of the identity meanwhile.
     *
     * <p>Rows of groups are refreshed from the feed for buckets whose events are still kept; older rows keep what the
     * identity contributed.
     *
     * @param since where partitions are cut by time, events and rows are looked for from here on
     */
    public long deleteSeries(Instant since, Object... identity) {
        Parts key = series.key(identity);
        long removed = deleteEvents(since, key);
        if (stored.catalogue() != null) {
            // Before the rows: a refresh for a series that is still listed leaves a row that counts nothing.
            BlockingTable.await(stored.catalogue().remove(key));
        }
        if (rollup != null) {
            rollup.deleteRows(key, since);
        }
        return removed;
    }

    /**
     * Deletes all events of one identity and nothing else; the current record stays. Returns how many there were in the history.
     * Backfilled events whose rows are not written yet are removed too; rows of those that are too old for the history stay.
     *
     * @param since where partitions are cut by time, events are looked for from here on
     */
    public long deleteEvents(Instant since, Object... identity) {
        if (rollup != null) {
            // Events that were backfilled are staged too, and would count in rows that are computed again.
            BlockingTable.await(rollup.backfill().releaseAll(series.key(identity)));
        }
        History<E> all = history(identity).consistent();
        return deleteAll(series.layout().isBucketed() ? all.between(since, stored.maxClock()) : all);
    }

    /**
     * Lists an identity again with its next event. Each process remembers which identities are listed; call this for one
     * that another process may have deleted.
     */
    public void relist(Object... identity) {
        if (stored.catalogue() != null) {
            stored.catalogue().forget(series.key(identity));
        }
    }

    /**
     * Returns the event as a change left it in the table. Empty for a deletion or an expiry, and for changes of other
     * items; {@link #previous} returns the event that was removed.
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
                : LayoutKeys.written(change.key())
                        .flatMap(series.layout()::match)
                        .map(parts -> stored.items().read(image));
    }

    /**
     * Returns the newest event of one identity. A series whose current record has the class of the events returns that
     * record instead, which costs less.
     */
    public Optional<E> latest(Object... identity) {
        return BlockingTable.await(latest.find(series.key(identity), Consistency.EVENTUAL));
    }

    /** Returns what {@link #latest} returns, with a strongly consistent read. */
    public Optional<E> latestConsistent(Object... identity) {
        return BlockingTable.await(latest.find(series.key(identity), Consistency.STRONG));
    }

    /**
     * Returns the latest events of many identities, in the order of the keys; identities without events are left out.
     *
     * @param keys plain values where an identity has one part, {@link Parts} otherwise
     */
    public Map<Parts, E> latestOf(Collection<?> keys) {
        return BlockingTable.await(latest.findAll(distinct(keys)));
    }

    List<Parts> distinct(Collection<?> keys) {
        return keys.stream().map(series::key).distinct().toList();
    }

    /** Begins a query of the events of one identity. */
    public History<E> history(Object... identity) {
        return new History<>(events, series.key(identity));
    }

    /**
     * Begins a query of events through an index, such as all anomalies of a day. The parts before the clock in the index'
     * templates address them. Indexes are eventually consistent.
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
        return new History<>(events.on(declared), declared.identity().of(identity));
    }

    /** Begins a query of all identities, which are listed when their first event is appended. */
    public Identities identities() {
        return new Identities(stored.requireCatalogue(), stored.open().parallel());
    }

    /** Begins a query of the rows of one identity: the summaries of its hours, days or months. */
    public RollupQuery rollups(Object... identity) {
        return runtime().rows(series.key(identity));
    }

    /**
     * Returns the rows of many identities, in the order of the keys; reads several at a time.
     *
     * @param keys plain values where an identity has one part, {@link Parts} otherwise
     * @param query selects the rows: {@code rows -> rows.daily().last(Duration.ofDays(7))}
     */
    public Map<Parts, List<RollupRow>> rollupsOf(Collection<?> keys, UnaryOperator<RollupQuery> query) {
        List<Parts> identities = distinct(keys);
        List<List<RollupRow>> rows = BlockingTable.await(ParallelCalls.map(
                identities,
                stored.open().parallel(),
                identity -> query.apply(runtime().rows(identity)).listAsync()));
        Map<Parts, List<RollupRow>> all = new LinkedHashMap<>();
        for (int i = 0; i < identities.size(); i++) {
            all.put(identities.get(i), rows.get(i));
        }
        return all;
    }

    /** Begins a query of the rows of one group, {@code rollupsBy("location", "hall 3")}, or of a group of all. */
    public RollupQuery rollupsBy(String group, Object... value) {
        return runtime().group(group, value);
    }

    /** Returns the rollup of this series; rejects a series without one. */
    public OpenRollup rollup() {
        return RollupAccess.instance().open(runtime());
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
     * Returns the zone history of an owner that moves to another zone, to be stored in its entity. The change takes effect
     * at the start of a day of the new zone that is ahead of every possible event, so no row is rebuilt.
     */
    public ZoneHistory moved(ZoneHistory before, ZoneId zone) {
        return before.changedTo(zone, stored.maxClock().plus(ZONE_NOTICE));
    }
}
