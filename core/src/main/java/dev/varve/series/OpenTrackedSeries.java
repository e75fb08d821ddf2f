package dev.varve.series;

import dev.varve.entity.EntityQuery;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.EntitySource;
import dev.varve.feed.ChangeHandler;
import dev.varve.key.Parts;
import dev.varve.schema.internal.IndexKeys;
import dev.varve.schema.internal.MixedReadCheck;
import dev.varve.schema.internal.SchemaItem;
import dev.varve.series.internal.append.SeriesWrites;
import dev.varve.series.internal.current.CurrentRecords;
import dev.varve.series.internal.current.CurrentStore;
import dev.varve.series.internal.read.LatestSource;
import dev.varve.series.internal.read.StoredSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Condition;
import dev.varve.table.Consistency;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A series of an open database that has a current record: the newest state of each identity, besides its events.
 *
 * @param <E> the class of the events
 * @param <C> the class of the current record
 */
public final class OpenTrackedSeries<E extends Record, C extends Record> extends OpenSeries<E> {

    private final TrackedSeries<E, C> series;
    private final CurrentStore<C> current;
    private final LatestSource<C> records;
    private final MixedReadCheck mixing;

    OpenTrackedSeries(
            TrackedSeries<E, C> series,
            StoredSeries<E> stored,
            SeriesWrites<E> writes,
            CurrentStore<C> current,
            MixedReadCheck mixing) {
        this(
                series,
                stored,
                writes,
                current,
                mixing,
                new CurrentRecords<>(
                        current.table(), current.items(), stored.open().parallel()));
    }

    private OpenTrackedSeries(
            TrackedSeries<E, C> series,
            StoredSeries<E> stored,
            SeriesWrites<E> writes,
            CurrentStore<C> current,
            MixedReadCheck mixing,
            CurrentRecords<C> records) {
        super(series, stored, writes, latest(series, stored, records));
        this.series = series;
        this.current = current;
        this.mixing = mixing;
        this.records = records;
    }

    @SuppressWarnings("unchecked") // Both records are of the same class.
    private static <E extends Record> LatestSource<E> latest(
            TrackedSeries<E, ?> series, StoredSeries<E> stored, LatestSource<?> records) {
        return series.currentType().equals(series.type())
                ? (LatestSource<E>) records
                : new NewestEvent<>(stored.history());
    }

    @Override
    public TrackedSeries<E, C> declaration() {
        return series;
    }

    /**
     * Stores an event like {@link #append(Record)}, and makes sure that {@link Outcome.Applied} carries the current record.
     * Where the event alone does not determine the record (enrichment, {@code createdAt}, {@code merge()}), this costs one
     * more strongly consistent read: 1 read unit for each 4 KB. The record is the one stored after the append, or a newer
     * one if another writer was faster. If the read fails, the append stands and the outcome carries no record.
     */
    public Outcome<E> appendAndRead(E event) {
        return BlockingTable.await(appendAndReadAsync(event));
    }

    /** Does what {@link #appendAndRead} does, without blocking. */
    public CompletableFuture<Outcome<E>> appendAndReadAsync(E event) {
        return appendAsync(event)
                .thenCompose(outcome -> series.currentMode() == CurrentMode.TRANSACTIONAL
                                && outcome instanceof Outcome.Applied<E> applied
                                && applied.current() == null
                        ? read(applied, series.keyOf(event))
                        : CompletableFuture.completedFuture(outcome));
    }

    private CompletableFuture<Outcome<E>> read(Outcome.Applied<E> applied, Parts identity) {
        return current.table()
                .get(Get.of(current.items().keyOf(identity)).consistent())
                .<Outcome<E>>thenApply(result -> new Outcome.Applied<>(
                        applied.clock(),
                        result.find().map(current.items()::read).orElse(null),
                        applied.capacity().plus(result.capacity())))
                .exceptionally(unread -> applied);
    }

    /** Returns the current record that an outcome of this series carries; empty if it carries none. */
    public Optional<C> currentIn(Outcome<E> outcome) {
        Record carried = null;
        if (outcome instanceof Outcome.Applied<E> applied) {
            carried = applied.current();
        } else if (outcome instanceof Outcome.Stale<E> stale) {
            carried = stale.current();
        } else if (outcome instanceof Outcome.Late<E> late) {
            carried = late.current();
        }
        return Optional.ofNullable(carried).map(series.currentType()::cast);
    }

    /** Returns the current record of one identity. */
    public Optional<C> current(Object... identity) {
        return BlockingTable.await(records.find(series.key(identity), Consistency.EVENTUAL));
    }

    /** Returns the current record of one identity, with a strongly consistent read. */
    public Optional<C> currentConsistent(Object... identity) {
        return BlockingTable.await(records.find(series.key(identity), Consistency.STRONG));
    }

    /**
     * Returns the current records of many identities, in the order of the keys; identities without one are left out.
     *
     * @param keys plain values where an identity has one part, {@link Parts} otherwise
     */
    public Map<Parts, C> currentOf(Collection<?> keys) {
        return BlockingTable.await(records.findAll(distinct(keys)));
    }

    /**
     * Begins a query of current records in an index, by the parts its keys begin with: all of the partition, and any of the
     * sort key from the left. The devices of an account: {@code currentBy("gsi1", "acct-1")}
     */
    public EntityQuery<C> currentBy(String index, Object... leading) {
        IndexKeys keys = current.definition().index(index);
        mixing.requireNone(index);
        return EntityAccess.instance()
                .query(new EntitySource<>(
                        series.name(),
                        current.definition().mapping,
                        current.items()::read,
                        Condition.always(),
                        current.table(),
                        stored().open().parallel(),
                        index,
                        current.definition().layout,
                        keys.layout(),
                        keys.parts().leading(leading)));
    }

    /** Begins a change of the enrichment of a current record: the fields that no append writes. */
    public CurrentChange<C> enrich(Object... identity) {
        return new CurrentChange<>(current.table(), current.definition(), current.items(), series.key(identity));
    }

    /**
     * Backfills the current records of all identities from the stored events. Opening a database does this when a current
     * record is declared for events that are stored already. Call it once more after the last process has stopped that
     * appends without the current record. Safe to repeat, and safe beside appends. Reads the newest event of each
     * identity, or all its events where the current record is merged.
     */
    public void fillCurrent() {
        BlockingTable.await(backfill().run(null, next -> CompletableFuture.completedFuture(next.isPresent())));
    }

    /** Completes a backfill that opening the database found necessary; resumes at the checkpoint of an earlier process. */
    CompletableFuture<Void> fillCurrent(SchemaItem.Fill fill) {
        return backfill().run(fill.after(), next -> fill.reached(next.orElse(null)));
    }

    private CurrentBackfill<E, C> backfill() {
        if (!series.layout().identity().isEmpty()) {
            var unused = stored().requireCatalogue();
        }
        return new CurrentBackfill<>(
                stored(), current, source(), series.currentMode() == CurrentMode.FED ? fedCurrent() : null);
    }

    @Override
    List<ChangeHandler> workers() {
        List<ChangeHandler> workers = new ArrayList<>(super.workers());
        if (series.currentMode() == CurrentMode.FED) {
            workers.add(fedCurrent());
        }
        return workers;
    }

    private FedCurrent<E, C> fedCurrent() {
        return new FedCurrent<>(stored(), source(), current);
    }

    private CurrentSource<E, C> source() {
        return new CurrentSource<>(stored(), current.items());
    }

    @Override
    public long deleteSeries(Instant since, Object... identity) {
        long removed = super.deleteSeries(since, identity);
        BlockingTable.await(current.table().delete(Delete.of(current.items().keyOf(series.key(identity)))));
        return removed;
    }
}
