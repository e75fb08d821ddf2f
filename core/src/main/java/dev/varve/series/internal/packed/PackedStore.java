package dev.varve.series.internal.packed;

import dev.varve.block.internal.Effort;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.internal.EventBatch;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.TouchedEvents;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.series.ConflictPolicy;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.journal.WriterFenced;
import dev.varve.table.Capacity;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

    /** The rows in memory take at most about this much; then they are sealed early. */
    private static final long MAX_TAIL_BYTES =
            Math.min(1L << 30, Runtime.getRuntime().maxMemory() / 4);

    /** Records of the journal beyond this size are sealed early, so that a restart reads no more than this. */
    private static final long MAX_JOURNAL_BYTES = 512L << 20;

    /** How often other processes are told that this one is alive, and abandoned journals are looked for. */
    static final Duration RENEW_EVERY = Duration.ofSeconds(20);

    /** Counting the memory takes some milliseconds for a million series. */
    private static final int ROWS_BETWEEN_CHECKS = 200_000;

    /** With more identities in memory than this, nobody reads all of them: it would take seconds. */
    private static final int MAX_OPEN = 100_000;

    /** The same where other processes may write: then each identity costs a read of its blocks. */
    private static final int MAX_OPEN_SHARED = 2_000;

    private final RowItems items;
    private final BlockLayout layout;
    private final Frame frames;
    private final BlockChanges changes;
    private final Journals journals;
    private final BlockLoader loader;
    private final BlockItems blocks;
    private final Sealer sealer;
    private final Joiner joiner;
    private final Adoption adoption;
    private final OtherWriters others;
    private final InstantSource clock;
    private final Table table;
    private final ConflictPolicy conflicts;
    private final JournalMarks marks = new JournalMarks(JournalMarks.MAX_HELD_BYTES);
    private final RecentRecords recent = new RecentRecords(RecentRecords.MAX_BYTES);
    private final JournalHolds holds;
    private final SharedHolds sharedHolds;

    private final RowMemory memory;
    private final StepQueue queue;

    // Used only in the loop.
    private boolean mustReadJournal = true;
    private long bytesSinceTrim;
    private int rowsSinceCheck;
    private long steps;
    private Instant renewedAt = Instant.EPOCH;

    private volatile Instant adoptedAt = Instant.EPOCH;
    private final SealPace pace = new SealPace();

    PackedStore(SeriesDefinition<?> definition, PackedSettings settings) {
        this.table = settings.table();
        this.conflicts = definition.conflicts;
        this.layout = new BlockLayout(definition.layout, settings.span(), definition.packedSince);
        this.items = new RowItems(definition, table.schema());
        this.changes = new BlockChanges(layout, items);
        this.journals = settings.journals();
        this.clock = settings.clock();
        this.memory = new RowMemory(layout);
        this.queue = new StepQueue(settings.delay(), this::step);
        this.frames = new Frame(
                layout.tick(), definition.layout.identity(), journals.isShared() ? Effort.DENSE : Effort.FAST);
        this.blocks = new BlockItems(table.schema(), layout, definition.keep, journals.isShared());
        this.holds = new JournalHolds(table, definition.name);
        this.sharedHolds = new SharedHolds(table, definition.name);
        this.loader = new BlockLoader(table, layout, settings.parallel(), this::mayBeJoined);
        this.adoption = new Adoption(this, conflicts);
        this.others = new OtherWriters(this);
        this.joiner = new Joiner(this, table.deferred(), blocks, settings.parallel());
        this.sealer = new Sealer(this, table.deferred(), blocks, settings.parallel());
    }

    BlockLayout layout() {
        return layout;
    }

    RowItems items() {
        return items;
    }

    /** Returns the table of the blocks. */
    Table stored() {
        return table;
    }

    BlockLoader loader() {
        return loader;
    }

    Sealer sealer() {
        return sealer;
    }

    Joiner joiner() {
        return joiner;
    }

    /**
     * Returns whether the buckets of a day may be joined: they are, some time after it is over. Where other processes write too,
     * they never are: joining would cost about as many units as the bytes that it saves cost in a year.
     */
    boolean mayBeJoined(TickRange day) {
        return isOnlyWriter() && layout.isJoining() && day.to() <= ticks(now());
    }

    /**
     * Returns the range whose blocks must be read to find these clocks: from the start of their day if its buckets may be joined.
     */
    TickRange readRange(TickRange range) {
        TickRange day = layout.day(range.from());
        return mayBeJoined(day) ? new TickRange(day.from(), range.to()) : range;
    }

    Journals journals() {
        return journals;
    }

    Instant now() {
        return clock.instant();
    }

    long ticks(Instant instant) {
        return layout.ticks(layout.tick().floor(instant));
    }

    /** Reads what the journal holds and no block does; completes when the series can be used. */
    public CompletableFuture<Void> open() {
        return inLoop(() -> {}).thenCompose(read -> adopted());
    }

    /** Carries out writes in their order; each is atomic and has a result of its own. */
    public CompletableFuture<List<RowResult>> write(List<RowWrite> writes) {
        return queue.write(RowBatch.of(writes));
    }

    /** Carries out the writes of a batch like {@link #write(List)}; the batch must not change afterwards. */
    CompletableFuture<List<RowResult>> write(RowBatch writes) {
        return queue.write(writes);
    }

    /** Carries out writes without waiting for others. */
    CompletableFuture<List<RowResult>> writeNow(List<RowWrite> writes) {
        return queue.writeNow(RowBatch.of(writes));
    }

    /** Runs work while no step runs; it may change the buckets and must not block. */
    CompletableFuture<Void> inLoop(Runnable work) {
        return inLoopAsync(() -> {
            memory.locked(() -> {
                work.run();
                return true;
            });
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Runs work that completes later; no step runs before. */
    CompletableFuture<Void> inLoopAsync(Supplier<CompletableFuture<Void>> work) {
        return queue.run(work);
    }

    private CompletableFuture<Void> step(List<StepQueue.Waiting> group) {
        return recovered()
                .thenCompose(ready -> renewed())
                .thenCompose(ready -> carryOut(group))
                .exceptionally(error -> {
                    VarveException failure = failure(error);
                    if (failure instanceof OutcomeUnknown) {
                        mustReadJournal = true;
                    }
                    if (failure instanceof WriterFenced) {
                        fencedOff();
                    }
                    group.forEach(each -> each.results().completeExceptionally(failure));
                    return null;
                });
    }

    /** Tells other processes that this one is alive, if it is time to. */
    private CompletableFuture<Void> renewed() {
        Instant now = now();
        if (now.isBefore(renewedAt.plus(RENEW_EVERY)) && !now.isBefore(renewedAt)) {
            return CompletableFuture.completedFuture(null);
        }
        renewedAt = now;
        return journals.renew().whenComplete((done, error) -> renewedAt = error == null ? renewedAt : Instant.EPOCH);
    }

    /** After another process took over this journal, its rows are that process's to seal. */
    private void fencedOff() {
        memory.clear();
        mustReadJournal = true;
        renewedAt = Instant.EPOCH;
        journals.restart();
        sealer.restart();
        adoption.restart();
    }

    private static VarveException failure(Throwable error) {
        Throwable cause = AsyncLoop.failure(error);
        return cause instanceof VarveException known
                ? known
                : new Unavailable("packed.failed", "a write to a packed series failed unexpectedly: " + cause, cause);
    }

    private CompletableFuture<Void> carryOut(List<StepQueue.Waiting> group) {
        Supplier<CompletableFuture<Void>> work = group.get(0).work();
        if (work != null) {
            return work.get().thenAccept(done -> group.get(0).results().complete(List.of()));
        }
        return load(group).thenCompose(loaded -> {
            int writes = group.stream().mapToInt(each -> each.writes().size()).sum();
            Step step = new Step(++steps, memory.tails(), this::visible, writes);
            List<List<RowResult>> results = new ArrayList<>();
            memory.locked(() -> {
                for (StepQueue.Waiting each : group) {
                    RowResult[] own = new RowResult[each.writes().size()];
                    for (int i = 0; i < own.length; i++) {
                        own[i] = step.decide(each.writes(), i);
                    }
                    results.add(Arrays.asList(own));
                }
                return true;
            });
            return commit(step).thenCompose(committed -> {
                for (int i = 0; i < group.size(); i++) {
                    group.get(i).results().complete(results.get(i));
                }
                return relieved();
            });
        });
    }

    /** Brings the buckets of these writes into memory. */
    private CompletableFuture<Void> load(List<StepQueue.Waiting> group) {
        Set<BlockLoader.BucketPlace> missing = new HashSet<>();
        memory.locked(() -> {
            for (StepQueue.Waiting each : group) {
                RowBatch writes = each.writes();
                for (int i = 0; i < writes.size(); i++) {
                    Tail tail = writes.tail(i, memory.tails());
                    if (tail == null || tail.find(writes.tick(i)) == null) {
                        missing.add(new BlockLoader.BucketPlace(writes.identity(i), layout.start(writes.tick(i))));
                    }
                }
            }
            return true;
        });
        return load(missing);
    }

    /** Seals the oldest rows if too many are in memory, or the journal is too long; writers wait for it. */
    private CompletableFuture<Void> relieved() {
        if (rowsSinceCheck < ROWS_BETWEEN_CHECKS && bytesSinceTrim < MAX_JOURNAL_BYTES) {
            return CompletableFuture.completedFuture(null);
        }
        rowsSinceCheck = 0;
        long bytes = memory.bytes();
        if (bytes < MAX_TAIL_BYTES && bytesSinceTrim < MAX_JOURNAL_BYTES) {
            return CompletableFuture.completedFuture(null);
        }
        bytesSinceTrim = 0;
        long last = memory.lastApplied();
        long middle = last - (last - sealer.trimmed()) / 2;
        boolean isFull = bytes >= MAX_TAIL_BYTES;
        return sealer.relieve(bucket -> isFull || bucket.dirtyFrom() <= middle).thenAccept(done -> {
            if (isFull) {
                memory.dropSealed();
            }
        });
    }

    /** Returns the item of a row, or null if it has expired. */
    @Nullable
    Item visible(Parts identity, Row row) {
        Item item = items.item(identity, row);
        return table.schema().isExpired(item, now()) ? null : item;
    }

    /** Makes the changes of a step durable and applies them; in several records if one cannot hold them. */
    private CompletableFuture<Void> commit(Step step) {
        if (step.size() == 0) {
            return CompletableFuture.completedFuture(null);
        }
        Deque<Step> rest = new ArrayDeque<>(List.of(step));
        boolean[] isStarted = {false};
        return AsyncLoop.whileTrue(() -> {
                    Step next = rest.remove();
                    Frame.Encoded encoded = frames.encode(next);
                    if (encoded == null) {
                        int size = next.size();
                        rest.addFirst(next.part(++steps, size / 2, size));
                        rest.addFirst(next.part(++steps, 0, size / 2));
                        return CompletableFuture.completedFuture(true);
                    }
                    byte[] record = encoded.record();
                    return journals.own().append(record).thenApply(appended -> {
                        isStarted[0] = true;
                        if (isOnlyWriter()) {
                            // Before the rows are visible, because the feed may be read at once.
                            recent.add(appended.number(), encoded.columns());
                        }
                        bytesSinceTrim += record.length;
                        rowsSinceCheck += next.size();
                        memory.apply(next, appended.number(), now().toEpochMilli());
                        marks.add(appended.number(), record.length, now().toEpochMilli());
                        return !rest.isEmpty();
                    });
                })
                .exceptionallyCompose(error -> CompletableFuture.failedFuture(
                        isStarted[0] ? partly(failure(error)) : AsyncLoop.failure(error)))
                .whenComplete((applied, error) -> step.end());
    }

    private static VarveException partly(VarveException failure) {
        return failure instanceof WriterFenced
                ? failure
                : new OutcomeUnknown(
                        "packed.partly-written",
                        "some of the rows are stored, then the journal failed: " + failure.getMessage(),
                        failure);
    }

    private CompletableFuture<Void> load(Set<BlockLoader.BucketPlace> missing) {
        if (missing.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return loader.load(List.copyOf(missing)).thenCompose(found -> {
            // Another process may have joined buckets that are in memory.
            boolean isJoined = found.entrySet().stream()
                    .anyMatch(each -> memory.hasIn(
                            each.getKey().identity(), each.getValue().range()));
            if (isJoined) {
                return reload(List.copyOf(missing));
            }
            memory.add(missing, found);
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Reads the journal if its end is not known: when the series is opened, and after an append whose outcome is unknown. */
    private CompletableFuture<Void> recovered() {
        if (!mustReadJournal) {
            return CompletableFuture.completedFuture(null);
        }
        Journal journal = journals.own();
        return AsyncLoop.whileTrue(() -> journal.read(memory.lastApplied())
                        .thenCompose(entries -> replay(entries).thenApply(replayed -> !entries.isEmpty())))
                .thenAccept(read -> mustReadJournal = false);
    }

    private CompletableFuture<Void> replay(List<Journal.Entry> entries) {
        Iterator<Journal.Entry> rest = entries.iterator();
        return AsyncLoop.whileTrue(() -> rest.hasNext()
                ? replay(rest.next()).thenApply(replayed -> true)
                : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Void> replay(Journal.Entry entry) {
        List<RowChange> changes = frames.decode(entry.content());
        return load(missing(changes)).thenAccept(loaded -> {
            bytesSinceTrim += entry.content().length;
            marks.add(entry.number(), entry.content().length, now().toEpochMilli());
            List<RowChange> unsealed = changes.stream()
                    .filter(change -> !isSealed(change, journals.writer(), entry.number()))
                    .toList();
            memory.apply(unsealed, entry.number(), now().toEpochMilli());
        });
    }

    /** Returns the buckets of these changes that are not in memory. */
    private Set<BlockLoader.BucketPlace> missing(List<RowChange> changes) {
        Set<BlockLoader.BucketPlace> missing = new HashSet<>();
        for (RowChange change : changes) {
            long start = layout.start(change.tick());
            if (memory.tails().find(change.identity(), start) == null) {
                missing.add(new BlockLoader.BucketPlace(change.identity(), start));
            }
        }
        return missing;
    }

    /** Returns whether the block that a bucket was loaded from holds this change already. */
    private boolean isSealed(RowChange change, String writer, long number) {
        Bucket bucket = memory.tails()
                .find(change.identity(), layout.bucket(change.tick()).from());
        return bucket != null && isSealed(bucket, writer, number);
    }

    private static boolean isSealed(Bucket bucket, String writer, long number) {
        BlockItems.Stamp stamp = bucket.stamp();
        return stamp != null && stamp.through(writer) >= number;
    }

    RowMemory memory() {
        return memory;
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
        return loader.load(places).thenCompose(found -> {
            Tails fresh = new Tails();
            Map<Bucket, Long> dirtyFrom = new HashMap<>();
            memory.locked(() -> {
                for (BlockLoader.BucketPlace place : places) {
                    // Several buckets may be joined in one day. One that is not in memory any more is read when it is
                    // needed.
                    if (fresh.find(place.identity(), place.start()) == null
                            && memory.tails().find(place.identity(), place.start()) != null) {
                        fresh.put(place.identity(), memory.bucket(place, found.get(place)));
                    }
                }
                fresh.forEach((identity, bucket) -> dirtyFrom.put(bucket, dirtyFrom(identity, bucket)));
                return true;
            });
            long first =
                    dirtyFrom.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
            if (first == Long.MAX_VALUE) {
                memory.replace(fresh);
                return CompletableFuture.completedFuture(null);
            }
            // The old buckets stay until all their changes are in the new ones: a read of the journal may fail.
            return replayOwn(first - 1, dirtyFrom, fresh).thenAccept(replayed -> memory.replace(fresh));
        });
    }

    /** Returns the first record with changes of the buckets in memory that a fresh one replaces. */
    private long dirtyFrom(Parts identity, Bucket fresh) {
        return memory.tails().in(identity, fresh.range()).stream()
                .filter(Bucket::isDirty)
                .mapToLong(Bucket::dirtyFrom)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private CompletableFuture<Void> replayOwn(long after, Map<Bucket, Long> dirtyFrom, Tails fresh) {
        long end = memory.lastApplied();
        long[] at = {after};
        long millis = now().toEpochMilli();
        return AsyncLoop.whileTrue(() -> journals.own().read(at[0]).thenApply(entries -> {
            for (Journal.Entry entry : entries) {
                at[0] = entry.number();
                for (RowChange change : frames.decode(entry.content())) {
                    Bucket bucket = fresh.find(change.identity(), change.tick());
                    if (bucket != null
                            && entry.number() >= Objects.requireNonNull(dirtyFrom.get(bucket))
                            && entry.number() <= end
                            && !isSealed(bucket, journals.writer(), entry.number())) {
                        OwnChanges.apply(change, bucket, conflicts);
                        bucket.changed(entry.number(), millis);
                    }
                }
            }
            return !entries.isEmpty() && at[0] < end;
        }));
    }

    /** Returns the changes of a record of another journal that no block holds. */
    CompletableFuture<List<RowChange>> unsealed(String writer, Journal.Entry entry) {
        List<RowChange> changes = frames.decode(entry.content());
        return inLoopAsync(() -> load(missing(changes)))
                .thenApply(loaded -> memory.locked(() -> changes.stream()
                        .filter(change -> !isSealed(change, writer, entry.number()))
                        .toList()));
    }

    /** Reads a bucket again, which another process has written. */
    CompletableFuture<Void> refresh(BlockLoader.BucketPlace place) {
        return inLoopAsync(() -> reload(List.of(place)));
    }

    OtherWriters others() {
        return others;
    }

    ConflictPolicy conflicts() {
        return conflicts;
    }

    /**
     * Reads the rows that other processes have accepted since the last call, so that readers see them before they are in
     * blocks. Does nothing if there can be no others.
     */
    public CompletableFuture<Void> follow() {
        return journals.isShared() ? others.read() : CompletableFuture.completedFuture(null);
    }

    /**
     * Passes events of other processes to a listener, as changes of items, once {@link #follow} has read them.
     *
     * @param whenMissed called if events may have gone into blocks before they were read
     */
    public void whenFollowed(Consumer<List<Change>> listener, Runnable whenMissed) {
        others.listen(new OtherWriters.Listener() {
            @Override
            public void read(List<RowChange> changes) {
                listener.accept(changes.stream()
                        .map(change -> PackedStore.this.change(change))
                        .toList());
            }

            @Override
            public void missed() {
                whenMissed.run();
            }
        });
    }

    private Change change(RowChange change) {
        Row row = change.row();
        return new Change(
                FeedPosition.BEGINNING,
                now(),
                layout.eventKey(change.identity(), change.tick()),
                null,
                row == null ? null : items.item(change.identity(), row),
                Change.Cause.WRITE);
    }

    /**
     * Returns the times of the buckets of an identity that are in memory, as far as they overlap a range: those with rows that no
     * block holds, or that stored rows of rollups may lack.
     */
    public List<TimeRange> open(Parts identity, TimeRange range) {
        return memory.open(identity, range);
    }

    /**
     * Passes the events of one identity that are in blocks to the consumer, in order. Returns null if the range touches several
     * partitions or events that are items, or if items hold the clock in a form whose order is not known.
     */
    public @Nullable CompletableFuture<Capacity> forEachSealed(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        BlockLayout.Selected selected = columns(identity, range);
        return selected == null ? null : new SealedColumns(this, selected, each).read();
    }

    /** Passes all events of one identity, in memory and in blocks, to the consumer; null as for {@link #forEachSealed}. */
    public @Nullable CompletableFuture<Capacity> forEachOpen(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        BlockLayout.Selected selected = columns(identity, range);
        return selected == null ? null : new SealedColumns(this, selected, each).readAll();
    }

    private BlockLayout.@Nullable Selected columns(Parts identity, TimeRange range) {
        TickRange ticks = new TickRange(ticks(range.from()), ticks(range.to()));
        return !layout.isInOnePartition(range)
                        || ticks.from() >= ticks.to()
                        || ticks.from() < layout.since()
                        || !items.hasPlainClock()
                ? null
                : new BlockLayout.Selected(identity, ticks);
    }

    /**
     * Returns the times of {@link #open(Parts, TimeRange)} by identity. Empty if so many identities are in memory that nobody should
     * read all of them.
     */
    public Map<Parts, List<TimeRange>> open(TimeRange range) {
        return memory.open(range, isOnlyWriter() ? MAX_OPEN : MAX_OPEN_SHARED);
    }

    /**
     * Returns the feed of single events.
     *
     * @param opening the opening of the engine, as {@link ChangeFeed#exclusiveOpening} returns it
     */
    public ChangeFeed feed(Optional<String> opening) {
        return journals.isShared()
                ? new SharedFeed(this, FeedUnit.EVENT)
                : new PackedFeed(this, opening.orElse(null), FeedUnit.EVENT);
    }

    /**
     * Returns the feed whose changes are records of the journal; {@link #batch} reads their events.
     *
     * @param opening as for {@link #feed}
     */
    public ChangeFeed records(Optional<String> opening) {
        return journals.isShared()
                ? new SharedFeed(this, FeedUnit.RECORD)
                : new PackedFeed(this, opening.orElse(null), FeedUnit.RECORD);
    }

    /** Returns the events of changes that are records of the journal. */
    public EventBatch batch(List<Change> records) {
        return isOnlyWriter()
                ? RecordBatch.of(records, layout.tick(), recent, frames)
                : RecordBatch.of(records, layout.tick(), frames);
    }

    /** Returns whether an event with this clock has not expired. */
    public boolean isLive(long tick, Instant now) {
        return items.isLive(tick, now);
    }

    /** Lets the records of the journal go that this consumer holds, because it does not exist any more. */
    public CompletableFuture<Void> release(String consumer) {
        return journals.isShared() ? sharedHolds.release(consumer) : holds.release(consumer);
    }

    /** Returns whether no other process can append to this series. */
    public boolean isOnlyWriter() {
        return !journals.isShared();
    }

    /** Keeps all records of the journal until this consumer of the feed has begun. */
    public void expect(String consumer) {
        if (journals.isShared()) {
            sharedHolds.expect(consumer);
        } else {
            holds.expect(consumer);
        }
    }

    SharedHolds sharedHolds() {
        return sharedHolds;
    }

    JournalHolds holds() {
        return holds;
    }

    /** Returns the number of the last record whose rows readers see. */
    long lastVisible() {
        return memory.lastApplied();
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
        CompletableFuture<Long> held = journals.isShared() ? sharedHolds.read(journals.writer()) : holds.read();
        return held.thenApply(read -> Math.min(upTo, Math.max(read, marks.beyondCap())));
    }

    /** Returns up to which of these records the journal of another writer may be trimmed. */
    CompletableFuture<Long> unneeded(String writer, long upTo) {
        return sharedHolds.read(writer).thenApply(read -> Math.min(upTo, read));
    }

    /** Passes the events that a change of a block added, replaced or removed to the consumer. */
    public void touched(Change change, TouchedEvents each) {
        changes.touched(change, each);
    }

    /**
     * Returns what to run once the stored rows of rollups include a change of a block; null if it is not one, or if readers may not
     * see these rows at once.
     */
    public @Nullable Runnable whenFollowed(Change change) {
        Item block = change.after();
        BlockLayout.BlockKey key = block != null && isOnlyWriter() && BlockItems.isBlock(block)
                ? layout.parse(change.key()).orElse(null)
                : null;
        if (block == null || key == null) {
            return null;
        }
        BlockItems.Stamp stamp = BlockItems.stamp(block);
        // Blocks that were packed from items have numbers of no journal.
        return stamp.writer().equals(journals.writer())
                ? () -> memory.followed(key.identity(), key.start(), stamp.through())
                : null;
    }

    /** Seals the buckets that are due, trims the journal, and joins some buckets of past days. */
    public CompletableFuture<Void> tick() {
        return inLoop(() -> {})
                .thenCompose(renewed -> adopted())
                .thenCompose(adopted -> pace.isDue(now(), memory.identities())
                        ? sealer.sealDue()
                        : CompletableFuture.completedFuture(null))
                .thenCompose(done -> joiner.joinSome());
    }

    /** Joins the buckets of all past days, also of those that another process has sealed. It reads the whole table. */
    public CompletableFuture<Void> joinAll() {
        return joiner.joinAll();
    }

    private CompletableFuture<Void> adopted() {
        Instant now = now();
        if (now.isBefore(adoptedAt.plus(RENEW_EVERY)) && !now.isBefore(adoptedAt)) {
            return CompletableFuture.completedFuture(null);
        }
        adoptedAt = now;
        return adoption.run().whenComplete((done, error) -> {
            if (error != null) {
                adoptedAt = Instant.EPOCH;
                // If another process has taken the own journal over, the renewal finds out.
                var unused = inLoop(() -> renewedAt = Instant.EPOCH);
            }
        });
    }

    /** Seals all buckets, so that blocks hold every row, and trims the journal. */
    public CompletableFuture<Void> flush() {
        return sealer.sealAll();
    }

    /** Seals all buckets and ends the use of the journal; later writes are refused. */
    public CompletableFuture<Void> close() {
        return flush().thenCompose(flushed -> journals.release()).whenComplete((released, error) -> queue.close());
    }
}
