package dev.varve.series.internal.packed;

import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.TouchedEvent;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one packed series: it makes writes durable in the journal, keeps open buckets in memory, and seals them into
 * blocks.
 *
 * <p>Everything that changes the buckets runs in one loop, one step after the other. A step takes all writes that wait, and
 *
 * <pre>
 *   1  loads the buckets that they need from their blocks,
 *   2  decides each write against the rows before it: it is carried out, or its condition fails,
 *   3  appends the changes to the journal as one record,
 *   4  applies them to the buckets and completes the futures of the writers.
 * </pre>
 *
 * So a reader sees only rows that are durable, the journal holds decisions and not questions, and a replay of it needs no
 * decision. The thread that finds the loop idle runs it. Blocks are encoded and written outside the loop; it only hands out
 * views of the rows and notes what was sealed.
 */
public final class PackedStore {

    /** The most row changes of one step; a record of the journal holds them all. */
    private static final int MAX_STEP = Frame.MAX_CHANGES / 2;

    /** Writes of one caller, or another piece of work that must not run beside a step. */
    private record Waiting(
            List<RowWrite> writes,
            CompletableFuture<List<WriteResult>> results,
            @Nullable Supplier<CompletableFuture<Void>> work) {}

    /** The rows in memory take at most about this much; then they are sealed early. */
    private static final long MAX_TAIL_BYTES =
            Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 4);

    /** Records of the journal beyond this size are sealed early, so that a restart reads no more than this. */
    private static final long MAX_JOURNAL_BYTES = 512L << 20;

    /** Counting the memory takes some milliseconds for a million series. */
    private static final int ROWS_BETWEEN_CHECKS = 200_000;

    /** The place of a row. */
    private record Place(Parts identity, long tick) {}

    private final RowItems items;
    private final BlockLayout layout;
    private final Frame frames;
    private final BlockChanges changes;
    private final Journals journals;
    private final BlockLoader loader;
    private final Sealer sealer;
    private final InstantSource clock;
    private final Table table;
    private final ConflictPolicy conflicts;
    private final JournalMarks marks = new JournalMarks(JournalMarks.MAX_HELD_BYTES);
    private final JournalHolds holds;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock; changed only in the loop.
    private final Tails tails = new Tails();
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private boolean isRunning;
    private boolean isClosed;

    // Used only in the loop.
    private long lastApplied;
    private boolean mustReadJournal = true;
    private long bytesSinceTrim;
    private int rowsSinceCheck;

    PackedStore(SeriesDefinition<?> definition, PackedSettings settings) {
        this.table = settings.table();
        this.conflicts = definition.conflicts;
        this.layout = new BlockLayout(definition.layout, settings.span());
        this.items = new RowItems(definition, table.schema());
        this.frames = new Frame(definition.layout.tick(), definition.layout.identity());
        this.changes = new BlockChanges(layout, items);
        this.journals = settings.journals();
        this.clock = settings.clock();
        BlockItems blocks = new BlockItems(table.schema(), layout, definition.keep);
        this.holds = new JournalHolds(table, definition.name);
        this.loader = new BlockLoader(table, layout, settings.parallel());
        this.sealer = new Sealer(this, table.deferred(), blocks, settings.parallel());
    }

    BlockLayout layout() {
        return layout;
    }

    RowItems items() {
        return items;
    }

    BlockLoader loader() {
        return loader;
    }

    Journals journals() {
        return journals;
    }

    Instant now() {
        return clock.instant();
    }

    long nowTicks() {
        return layout.ticks(layout.tick().floor(now()));
    }

    /** Reads what the journal holds and no block does; completes when the series can be used. */
    public CompletableFuture<Void> open() {
        return inLoop(() -> {});
    }

    /** Carries out writes in their order; each is atomic and has a result of its own. */
    CompletableFuture<List<WriteResult>> write(List<RowWrite> writes) {
        CompletableFuture<List<WriteResult>> results = new CompletableFuture<>();
        enqueue(new Waiting(writes, results, null));
        return results;
    }

    /** Runs work while no step runs; it may change the buckets and must not block. */
    CompletableFuture<Void> inLoop(Runnable work) {
        return inLoopAsync(() -> {
            locked(() -> {
                work.run();
                return true;
            });
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Runs work that completes later; no step runs before. */
    CompletableFuture<Void> inLoopAsync(Supplier<CompletableFuture<Void>> work) {
        CompletableFuture<List<WriteResult>> done = new CompletableFuture<>();
        enqueue(new Waiting(List.of(), done, work));
        return done.thenAccept(nothing -> {});
    }

    private void enqueue(Waiting next) {
        lock.lock();
        try {
            if (isClosed) {
                next.results()
                        .completeExceptionally(new Unavailable(
                                "packed.closed", "the packed series is closed: open the database again"));
                return;
            }
            waiting.add(next);
            if (isRunning) {
                return;
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
        run();
    }

    private void run() {
        var unused = AsyncLoop.whileTrue(this::step);
    }

    private CompletableFuture<Boolean> step() {
        List<Waiting> group = next();
        if (group.isEmpty()) {
            return CompletableFuture.completedFuture(false);
        }
        return recovered()
                .thenCompose(ready -> carryOut(group))
                .exceptionallyCompose(error -> {
                    VarveException failure = failure(error);
                    if (failure instanceof OutcomeUnknown) {
                        mustReadJournal = true;
                    }
                    group.forEach(each -> each.results().completeExceptionally(failure));
                    return fencedOff(failure);
                })
                .thenApply(done -> true);
    }

    /** After another process took over this journal, its rows are that process's to seal. */
    private CompletableFuture<Void> fencedOff(VarveException failure) {
        if (failure.code().equals("packed.writer-fenced")) {
            locked(() -> {
                tails.clear();
                return true;
            });
            lastApplied = 0;
            mustReadJournal = true;
        }
        return CompletableFuture.completedFuture(null);
    }

    private static VarveException failure(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        return cause instanceof VarveException known
                ? known
                : new Unavailable("packed.failed", "a write to a packed series failed unexpectedly: " + cause, cause);
    }

    /** Returns the writers of the next step, or one piece of other work; none ends the loop. */
    private List<Waiting> next() {
        lock.lock();
        try {
            List<Waiting> group = new ArrayList<>();
            int rows = 0;
            while (!waiting.isEmpty() && (group.isEmpty() || joins(waiting.element(), rows))) {
                Waiting each = waiting.remove();
                rows += each.writes().size();
                group.add(each);
                if (each.work() != null) {
                    break;
                }
            }
            isRunning = !group.isEmpty();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private static boolean joins(Waiting next, int rows) {
        return next.work() == null && rows + next.writes().size() <= MAX_STEP;
    }

    private CompletableFuture<Void> carryOut(List<Waiting> group) {
        Supplier<CompletableFuture<Void>> work = group.get(0).work();
        if (work != null) {
            return work.get().thenAccept(done -> group.get(0).results().complete(List.of()));
        }
        List<Place> needed = new ArrayList<>();
        for (Waiting each : group) {
            each.writes().forEach(write -> needed.add(new Place(write.identity(), write.tick())));
        }
        return load(needed).thenCompose(loaded -> {
            List<List<WriteResult>> results = new ArrayList<>();
            Map<Place, RowChange> changes = new HashMap<>();
            for (Waiting each : group) {
                List<WriteResult> own = new ArrayList<>(each.writes().size());
                each.writes().forEach(write -> own.add(decide(write, changes)));
                results.add(own);
            }
            return commit(new ArrayList<>(changes.values())).thenCompose(capacity -> {
                for (int i = 0; i < group.size(); i++) {
                    group.get(i).results().complete(results.get(i));
                }
                return relieved();
            });
        });
    }

    /** Seals the oldest rows if too many are in memory, or the journal is too long; writers wait for it. */
    private CompletableFuture<Void> relieved() {
        if (rowsSinceCheck < ROWS_BETWEEN_CHECKS && bytesSinceTrim < MAX_JOURNAL_BYTES) {
            return CompletableFuture.completedFuture(null);
        }
        rowsSinceCheck = 0;
        long[] bytes = new long[1];
        locked(() -> {
            tails.forEach((identity, bucket) -> bytes[0] += bucket.bytes());
            return true;
        });
        if (bytes[0] < MAX_TAIL_BYTES && bytesSinceTrim < MAX_JOURNAL_BYTES) {
            return CompletableFuture.completedFuture(null);
        }
        bytesSinceTrim = 0;
        long middle = lastApplied - (lastApplied - sealer.trimmed()) / 2;
        boolean isFull = bytes[0] >= MAX_TAIL_BYTES;
        return sealer.relieve(bucket -> isFull || bucket.dirtyFrom() <= middle).thenAccept(done -> {
            if (isFull) {
                locked(() -> {
                    tails.removeIf((identity, bucket) -> !bucket.isDirty() && !bucket.isSealing());
                    return true;
                });
            }
        });
    }

    /** Decides a write against the stored row, or against what an earlier write of this step made of it. */
    private WriteResult decide(RowWrite write, Map<Place, RowChange> changes) {
        Place place = new Place(write.identity(), write.tick());
        RowChange pending = changes.get(place);
        Row stored = pending != null ? pending.row() : row(write.identity(), write.tick());
        Item existing = stored == null ? null : visible(write.identity(), stored);
        if (write.condition() != Condition.always()
                && !write.condition().test(existing == null ? Item.empty() : existing)) {
            return new WriteResult.ConditionFailed(existing, Capacity.NONE);
        }
        Row row = write.row();
        boolean isSame = row == null ? stored == null : stored != null && row.hasSameValues(stored);
        if (!isSame) {
            changes.put(place, new RowChange(write.identity(), write.tick(), row));
        }
        return new WriteResult.Written(null, Capacity.NONE);
    }

    /** Returns the item of a row, or null if it has expired. */
    @Nullable
    Item visible(Parts identity, Row row) {
        Item item = items.item(identity, row);
        return table.schema().isExpired(item, now()) ? null : item;
    }

    private @Nullable Row row(Parts identity, long tick) {
        Bucket bucket = tails.find(identity, layout.bucket(tick).from());
        return bucket == null ? null : bucket.find(tick);
    }

    /** Makes changes durable and applies them. */
    private CompletableFuture<Capacity> commit(List<RowChange> changes) {
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(Capacity.NONE);
        }
        byte[] record = frames.encode(changes);
        return journals.own().append(record).thenApply(appended -> {
            bytesSinceTrim += record.length;
            rowsSinceCheck += changes.size();
            apply(changes, appended.number());
            marks.add(appended.number(), record.length, now().toEpochMilli());
            return appended.capacity();
        });
    }

    private void apply(List<RowChange> changes, long number) {
        long millis = now().toEpochMilli();
        locked(() -> {
            for (RowChange change : changes) {
                TickRange range = layout.bucket(change.tick());
                Bucket bucket = tails.find(change.identity(), range.from());
                if (bucket == null) {
                    bucket = new Bucket(range);
                    tails.put(change.identity(), bucket);
                }
                Row row = change.row();
                if (row == null) {
                    bucket.remove(change.tick());
                } else {
                    bucket.put(row);
                }
                bucket.changed(number, millis);
            }
            lastApplied = number;
            return true;
        });
    }

    /** Brings the buckets of these rows into memory. */
    private CompletableFuture<Void> load(List<Place> places) {
        Map<BlockLoader.BucketPlace, TickRange> missing = new HashMap<>();
        for (Place place : places) {
            TickRange range = layout.bucket(place.tick());
            if (tails.find(place.identity(), range.from()) == null) {
                missing.put(new BlockLoader.BucketPlace(place.identity(), range.from()), range);
            }
        }
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return loader.load(List.copyOf(missing.keySet()))
                .thenAccept(found -> locked(() -> {
                    missing.forEach((place, range) -> {
                        BlockLoader.Stored stored = found.get(place);
                        tails.put(
                                place.identity(),
                                stored == null
                                        ? new Bucket(range)
                                        : Bucket.of(range, stored.rows(), stored.stamp(), stored.parts()));
                    });
                    return true;
                }));
    }

    /** Reads the journal if its end is not known: when the series is opened, and after an append whose outcome is unknown. */
    private CompletableFuture<Void> recovered() {
        if (!mustReadJournal) {
            return CompletableFuture.completedFuture(null);
        }
        Journal journal = journals.own();
        return AsyncLoop.whileTrue(() -> journal.read(lastApplied)
                        .thenCompose(entries -> replay(entries, 0).thenApply(replayed -> !entries.isEmpty())))
                .thenAccept(read -> mustReadJournal = false);
    }

    private CompletableFuture<Void> replay(List<Journal.Entry> entries, int index) {
        if (index == entries.size()) {
            return CompletableFuture.completedFuture(null);
        }
        Journal.Entry entry = entries.get(index);
        List<RowChange> changes = frames.decode(entry.content());
        List<Place> places = changes.stream()
                .map(change -> new Place(change.identity(), change.tick()))
                .toList();
        return load(places).thenCompose(loaded -> {
            bytesSinceTrim += entry.content().length;
            marks.add(entry.number(), entry.content().length, now().toEpochMilli());
            List<RowChange> missing = changes.stream()
                    .filter(change -> !isSealed(change, journals.writer(), entry.number()))
                    .toList();
            apply(missing, entry.number());
            return replay(entries, index + 1);
        });
    }

    /** Returns whether the block that a bucket was loaded from holds this change already. */
    private boolean isSealed(RowChange change, String writer, long number) {
        Bucket bucket =
                tails.find(change.identity(), layout.bucket(change.tick()).from());
        BlockItems.Stamp stamp = bucket == null ? null : bucket.stamp();
        return stamp != null && stamp.writer().equals(writer) && stamp.through() >= number;
    }

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** The buckets in memory; only inside {@link #inLoop} or {@link #locked}. */
    Tails tails() {
        return tails;
    }

    /** Returns the number of the last record that the buckets hold; only inside {@link #inLoop}. */
    long lastApplied() {
        return lastApplied;
    }

    /** Notes that the journal was trimmed up to a record. */
    void trimmed(long upTo) {
        marks.trimmed(upTo);
        var unused = inLoop(() -> bytesSinceTrim = 0);
    }

    /**
     * Reads buckets again that another process has written, and applies the own changes of the journal to them. Called in
     * the loop.
     */
    CompletableFuture<Void> reload(List<BlockLoader.BucketPlace> places) {
        Map<BlockLoader.BucketPlace, Long> dirtyFrom = new HashMap<>();
        for (BlockLoader.BucketPlace place : places) {
            Bucket bucket = tails.find(place.identity(), place.start());
            if (bucket != null) {
                dirtyFrom.put(place, bucket.dirtyFrom());
            }
        }
        long first =
                dirtyFrom.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        return loader.load(places).thenCompose(found -> {
            locked(() -> {
                dirtyFrom.forEach((place, from) -> {
                    BlockLoader.Stored stored = found.get(place);
                    TickRange range = layout.bucket(place.start());
                    tails.put(
                            place.identity(),
                            stored == null
                                    ? new Bucket(range)
                                    : Bucket.of(range, stored.rows(), stored.stamp(), stored.parts()));
                });
                return true;
            });
            return replayOwn(first - 1, dirtyFrom);
        });
    }

    private CompletableFuture<Void> replayOwn(long after, Map<BlockLoader.BucketPlace, Long> dirtyFrom) {
        long end = lastApplied;
        long[] at = {after};
        long millis = now().toEpochMilli();
        return AsyncLoop.whileTrue(() -> journals.own().read(at[0]).thenApply(entries -> {
            for (Journal.Entry entry : entries) {
                at[0] = entry.number();
                for (RowChange change : frames.decode(entry.content())) {
                    TickRange range = layout.bucket(change.tick());
                    Long from = dirtyFrom.get(new BlockLoader.BucketPlace(change.identity(), range.from()));
                    if (from != null && entry.number() >= from && entry.number() <= end) {
                        locked(() -> {
                            applyOver(change, entry.number(), millis);
                            return true;
                        });
                    }
                }
            }
            return !entries.isEmpty() && at[0] < end;
        }));
    }

    /** Applies a change to a bucket that another process wrote; a conflict is decided by the policy of the series. */
    private void applyOver(RowChange change, long number, long millis) {
        Bucket bucket =
                tails.find(change.identity(), layout.bucket(change.tick()).from());
        if (bucket == null || isSealed(change, journals.writer(), number)) {
            return;
        }
        Row row = change.row();
        Row stored = bucket.find(change.tick());
        if (row == null) {
            bucket.remove(change.tick());
        } else if (stored == null || conflicts == ConflictPolicy.REPLACE) {
            bucket.put(row);
        } else if (conflicts == ConflictPolicy.MERGE) {
            bucket.put(stored.merged(row));
        }
        bucket.changed(number, millis);
    }

    /** Returns the rows in memory of one identity: bucket by bucket, in order. */
    List<OpenRows> open(Parts identity, TickRange range) {
        return locked(() -> tails.in(identity, range).stream()
                .map(bucket -> new OpenRows(bucket.range(), bucket.rows(), bucket.isDirty()))
                .toList());
    }

    /** Returns the buckets of an identity with rows that no block holds, as far as they overlap a range. */
    public List<TimeRange> unsealed(Parts identity, TimeRange range) {
        TickRange ticks = new TickRange(
                layout.ticks(range.from()), Math.max(layout.ticks(range.to()), layout.ticks(range.to()) + 1));
        return locked(() -> tails.in(identity, ticks).stream()
                .filter(Bucket::isDirty)
                .map(Bucket::range)
                .map(each -> new TimeRange(
                        RowItems.instant(each.from(), layout.tick()), RowItems.instant(each.to(), layout.tick())))
                .toList());
    }

    /**
     * Returns the feed of single events.
     *
     * @param opening the opening of the engine, as {@link ChangeFeed#exclusiveOpening} returns it
     */
    public ChangeFeed feed(Optional<String> opening) {
        return new PackedFeed(this, opening.orElse(null));
    }

    /** Keeps all records of the journal until this consumer of the feed has begun. */
    public void expect(String consumer) {
        holds.expect(consumer);
    }

    JournalHolds holds() {
        return holds;
    }

    /** Returns the number of the last record whose rows readers see. */
    long lastVisible() {
        return locked(() -> lastApplied);
    }

    List<RowChange> decode(byte[] record) {
        return frames.decode(record);
    }

    /** Returns about when a record was appended. */
    Instant appendedAt(long number) {
        return marks.at(number, now());
    }

    /** Returns up to which of these records the journal may be trimmed: consumers need the others, within a limit. */
    CompletableFuture<Long> unneeded(long upTo) {
        return holds.read().thenApply(read -> Math.min(upTo, Math.max(read, marks.beyondCap())));
    }

    /** Passes the events that a change of a block added, replaced or removed to the consumer. */
    public void touched(Change change, Consumer<TouchedEvent> each) {
        changes.touched(change, each);
    }

    /** Rows of one bucket as memory holds them: those of its block, and those that no block holds yet. */
    record OpenRows(TickRange range, RowSet rows, boolean isDirty) {}

    /** Seals the buckets that are due, and trims the journal. */
    public CompletableFuture<Void> tick() {
        return sealer.sealDue();
    }

    /** Seals all buckets, so that blocks hold every row, and trims the journal. */
    public CompletableFuture<Void> flush() {
        return sealer.sealAll();
    }

    /** Seals all buckets and ends the use of the journal; later writes are refused. */
    public CompletableFuture<Void> close() {
        return flush().thenCompose(flushed -> journals.release())
                .whenComplete((released, error) -> locked(() -> {
                    isClosed = true;
                    return true;
                }));
    }
}
