package dev.varve.series.internal.packed;

import dev.varve.block.internal.stream.Effort;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedPosition;
import dev.varve.feed.internal.EventBatch;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.key.TimeRange;
import dev.varve.rollup.internal.TouchedEvents;
import dev.varve.rollup.internal.definition.EventColumns;
import dev.varve.series.internal.definition.SeriesDefinition;
import dev.varve.series.internal.packed.block.BlockChanges;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.BlockTable;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.bucket.RowMemory;
import dev.varve.series.internal.packed.feed.FeedUnit;
import dev.varve.series.internal.packed.feed.PackedFeed;
import dev.varve.series.internal.packed.feed.RecordBatch;
import dev.varve.series.internal.packed.feed.SharedFeed;
import dev.varve.series.internal.packed.follow.Adoption;
import dev.varve.series.internal.packed.follow.OtherWriters;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.hold.ConsumerHolds;
import dev.varve.series.internal.packed.hold.JournalMarks;
import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.series.internal.packed.read.SealedColumns;
import dev.varve.series.internal.packed.read.VisibleRows;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowItems;
import dev.varve.series.internal.packed.row.RowResult;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.series.internal.packed.seal.Joiner;
import dev.varve.series.internal.packed.seal.Relief;
import dev.varve.series.internal.packed.seal.SealPace;
import dev.varve.series.internal.packed.seal.SealWrites;
import dev.varve.series.internal.packed.seal.Sealer;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.series.internal.packed.step.StepLoop;
import dev.varve.table.Capacity;
import dev.varve.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one packed series: it makes writes durable in the journal, keeps open buckets in memory, and seals them into
 * blocks.
 *
 * <p>Everything that changes the buckets runs in a {@link StepLoop}. Blocks are encoded and written outside of it by a {@link
 * Sealer}; the loop only hands out views of the rows and notes what was sealed.
 */
public final class PackedStore {

    /** With more identities in memory than this, nobody reads all of them: it would take seconds. */
    private static final int MAX_OPEN = 100_000;

    /** The same where other processes may write: then each identity costs a read of its blocks. */
    private static final int MAX_OPEN_SHARED = 2_000;

    private final PackedState state;
    private final BlockLayout layout;
    private final RowItems items;
    private final RowMemory memory;
    private final Journals journals;
    private final BlockChanges changes;
    private final StepLoop loop;
    private final ConsumerHolds holds;
    private final OtherWriters others;
    private final Adoption adoption;
    private final Joiner joiner;
    private final Sealer sealer;
    private final Relief relief;
    private final VisibleRows visible;
    private final SealPace pace = new SealPace();

    PackedStore(SeriesDefinition<?> definition, PackedSettings settings) {
        Table table = settings.table();
        int parallel = settings.parallel();
        this.journals = settings.journals();
        this.layout = new BlockLayout(definition.layout, settings.span(), definition.packedSince);
        this.items = new RowItems(definition, table.schema());
        this.memory = new RowMemory(layout);
        this.changes = new BlockChanges(layout, items);
        boolean isShared = journals.isShared();
        this.state = new PackedState(
                new BlockTable(table, layout, settings.clock(), !isShared, parallel),
                items,
                memory,
                journals,
                new Frame(layout.tick(), definition.layout.identity(), isShared ? Effort.DENSE : Effort.FAST),
                new JournalMarks(JournalMarks.MAX_HELD_BYTES),
                definition.conflicts);
        this.loop = new StepLoop(state, settings.delay(), new StepLoop.Callbacks(this::relieved, this::fencedOff));
        this.holds = new ConsumerHolds(table, definition.name, journals, state.marks());
        this.others = new OtherWriters(state);
        this.adoption = new Adoption(state, loop, holds, others);
        BlockItems blocks = new BlockItems(table.schema(), layout, definition.keep, isShared);
        this.joiner = new Joiner(state, loop, blocks, parallel);
        this.sealer = new Sealer(state, loop, holds, joiner, new SealWrites(state, blocks, parallel));
        this.relief = new Relief(memory, loop.backlog(), sealer);
        this.visible = new VisibleRows(state, loop, others);
    }

    private CompletableFuture<Void> relieved() {
        return relief.run();
    }

    private void fencedOff() {
        sealer.restart();
        adoption.restart();
    }

    PackedState state() {
        return state;
    }

    StepLoop loop() {
        return loop;
    }

    Sealer sealer() {
        return sealer;
    }

    OtherWriters others() {
        return others;
    }

    /** Returns the rows that readers see. */
    public VisibleRows visible() {
        return visible;
    }

    /** Reads what the journal holds and no block does; completes when the series can be used. */
    public CompletableFuture<Void> open() {
        return loop.run(() -> {}).thenCompose(read -> adoption.runIfDue());
    }

    /** Carries out writes in their order; each is atomic and has a result of its own. */
    public CompletableFuture<List<RowResult>> write(List<RowWrite> writes) {
        return loop.write(RowBatch.of(writes));
    }

    /** Carries out the writes of a batch like {@link #write(List)}; the batch must not change afterwards. */
    CompletableFuture<List<RowResult>> write(RowBatch writes) {
        return loop.write(writes);
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
                state.now(),
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
        return selected == null ? null : new SealedColumns(visible, selected, each).read();
    }

    /** Passes all events of one identity, in memory and in blocks, to the consumer; null as for {@link #forEachSealed}. */
    public @Nullable CompletableFuture<Capacity> forEachOpen(
            Parts identity, TimeRange range, Consumer<EventColumns> each) {
        BlockLayout.Selected selected = columns(identity, range);
        return selected == null ? null : new SealedColumns(visible, selected, each).readAll();
    }

    private BlockLayout.@Nullable Selected columns(Parts identity, TimeRange range) {
        TickRange ticks = new TickRange(state.ticks(range.from()), state.ticks(range.to()));
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
        return feed(opening, FeedUnit.EVENT);
    }

    /**
     * Returns the feed whose changes are records of the journal; {@link #batch} reads their events.
     *
     * @param opening as for {@link #feed}
     */
    public ChangeFeed records(Optional<String> opening) {
        return feed(opening, FeedUnit.RECORD);
    }

    private ChangeFeed feed(Optional<String> opening, FeedUnit unit) {
        return journals.isShared()
                ? new SharedFeed(state, holds.shared(), others, unit)
                : new PackedFeed(state, holds.own(), opening.orElse(null), unit);
    }

    /** Returns the events of changes that are records of the journal. */
    public EventBatch batch(List<Change> records) {
        return isOnlyWriter()
                ? RecordBatch.of(records, layout.tick(), loop.recent(), state.frames())
                : RecordBatch.of(records, layout.tick(), state.frames());
    }

    /** Returns whether an event with this clock has not expired. */
    public boolean isLive(long tick, Instant now) {
        return items.isLive(tick, now);
    }

    /** Keeps all records of the journal until this consumer of the feed has begun. */
    public void expect(String consumer) {
        holds.expect(consumer);
    }

    /** Lets the records of the journal go that this consumer holds, because it does not exist any more. */
    public CompletableFuture<Void> release(String consumer) {
        return holds.release(consumer);
    }

    /** Returns whether no other process can append to this series. */
    public boolean isOnlyWriter() {
        return state.isOnlyWriter();
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
        return loop.run(() -> {})
                .thenCompose(renewed -> adoption.runIfDue())
                .thenCompose(adopted -> pace.isDue(state.now(), memory.identities())
                        ? sealer.sealDue()
                        : CompletableFuture.completedFuture(null))
                .thenCompose(done -> joiner.joinSome());
    }

    /** Joins the buckets of all past days, also of those that another process has sealed. It reads the whole table. */
    public CompletableFuture<Void> joinAll() {
        return joiner.joinAll();
    }

    /** Seals all buckets, so that blocks hold every row, and trims the journal. */
    public CompletableFuture<Void> flush() {
        return sealer.sealAll();
    }

    /** Seals all buckets and ends the use of the journal; later writes are refused. */
    public CompletableFuture<Void> close() {
        return flush().thenCompose(flushed -> journals.release()).whenComplete((released, error) -> loop.close());
    }
}
