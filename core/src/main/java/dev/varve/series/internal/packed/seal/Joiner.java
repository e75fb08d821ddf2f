package dev.varve.series.internal.packed.seal;

import dev.varve.block.internal.Block;
import dev.varve.block.internal.BlockReader;
import dev.varve.block.internal.JoinedBlock;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.item.Item;
import dev.varve.key.Parts;
import dev.varve.series.internal.packed.block.BlockItems;
import dev.varve.series.internal.packed.block.BlockLayout;
import dev.varve.series.internal.packed.block.JoinedVersions;
import dev.varve.series.internal.packed.row.TickRange;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.series.internal.packed.step.StepLoop;
import dev.varve.table.Delete;
import dev.varve.table.Page;
import dev.varve.table.PageToken;
import dev.varve.table.Put;
import dev.varve.table.Scan;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Joins the buckets of past days: one item with their blocks takes the key of the first bucket, and the others are removed in the
 * same transaction. It changes no events. From then on the day is one bucket in memory as well, which is loaded and written as a
 * whole.
 *
 * <p>The blocks are read and encoded outside the loop of the series and written in it, while none of them is in memory, and only if
 * each still has the version that was read. A process that ends at any moment leaves a day that is joined, or one that is not.
 *
 * <p>The days to join are those that this process has sealed buckets of, and the days before them. Days that an earlier process has
 * left are found by a search of the table, which begins some time after the start and is paused while other days are due.
 */
public final class Joiner {

    /** A day is joined this long after its end. Other processes look for a joined block from the end of the day on. */
    public static final Duration DELAY = Duration.ofHours(2);

    /**
     * A day whose buckets are still being written is not joined, because each further bucket would write the joined item again and
     * joining takes processor time from the writers: an import of the past.
     */
    public static final Duration QUIET = Duration.ofMinutes(10);

    /** A day that some identity keeps writing to is joined nevertheless after this time. */
    private static final Duration MAX_WAIT = Duration.ofHours(1);

    /**
     * This long after the first tick, the table is searched for days that no process has joined, a page with each tick. So a command
     * that runs for a short time does not begin with it.
     */
    public static final Duration SEARCH_DELAY = Duration.ofMinutes(1);

    /** The most days of one tick, so that sealing is not kept waiting. */
    private static final int MAX_EACH_TICK = 32;

    /** A larger day is left alone: each read of an hour, and each late event, would cost the whole item. */
    static final int MAX_JOINED_BYTES = 100_000;

    /** A writer that no journal has, for a process that has no record yet. */
    private static final String NO_WRITER = "joined";

    /** The day of an identity. */
    private record Day(Parts identity, long start) {}

    /** The identities whose buckets of one day are to be joined, in the order in which they are tried. */
    private static final class PendingDay {

        private final LinkedHashSet<Parts> identities = new LinkedHashSet<>();

        /** When buckets of the day were first and last sealed here; null if that is not known. */
        private @Nullable Instant firstSealed;

        private @Nullable Instant lastSealed;

        void sealed(Instant now) {
            firstSealed = firstSealed == null ? now : firstSealed;
            lastSealed = now;
        }

        /** Returns whether no bucket of the day was sealed for this long. */
        boolean isQuiet(Instant now) {
            return lastSealed == null || !now.isBefore(lastSealed.plus(QUIET));
        }

        /** Returns whether the first bucket was sealed so long ago that the day waits no more. */
        boolean hasWaited(Instant now) {
            return firstSealed == null || !now.isBefore(firstSealed.plus(MAX_WAIT));
        }
    }

    /** What became of a day. */
    private enum Outcome {
        /** It is joined, or is not to be joined. */
        DONE,
        /** Some of its buckets are in memory, or were written meanwhile. */
        BUSY
    }

    /** The joined item of a day, and what it replaces. */
    private record Plan(List<Item> sources, Item joined) {}

    private final PackedState state;
    private final StepLoop loop;
    private final Table table;
    private final BlockItems blocks;
    private final int parallel;

    // Used by one tick after the other.
    private volatile @Nullable Instant searchFrom;
    private volatile @Nullable PageToken searchedTo;
    private volatile boolean isSearched;

    // Guarded by itself; by the start of the day.
    private final TreeMap<Long, PendingDay> pending = new TreeMap<>();

    /** @param parallel the maximum number of concurrent requests of one call */
    public Joiner(PackedState state, StepLoop loop, BlockItems blocks, int parallel) {
        this.state = state;
        this.loop = loop;
        this.table = state.blocks().table().deferred();
        this.blocks = blocks;
        this.parallel = parallel;
    }

    /** Notes that a bucket was sealed. */
    void sealed(Parts identity, TickRange bucket) {
        if (!state.isOnlyWriter() || !isJoinable(bucket)) {
            return;
        }
        TickRange day = state.layout().day(bucket.from());
        synchronized (pending) {
            if (add(new Day(identity, day.from())) && day.from() > Long.MIN_VALUE) {
                // The process that has sealed the day before may have ended before it was joined.
                add(new Day(identity, state.layout().day(day.from() - 1).from()));
            }
            pendingOf(day.from()).sealed(state.now());
        }
    }

    private boolean isJoinable(TickRange bucket) {
        return state.layout().isJoining()
                && bucket.to() <= state.layout().bucket(bucket.from()).to();
    }

    private boolean add(Day day) {
        synchronized (pending) {
            return pendingOf(day.start()).identities.add(day.identity());
        }
    }

    private PendingDay pendingOf(long start) {
        return pending.computeIfAbsent(start, first -> new PendingDay());
    }

    /** Joins some of the days that are due. If there are none, continues the search for days of earlier processes. */
    public CompletableFuture<Void> joinSome() {
        if (!state.isOnlyWriter()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Day> days = taken(MAX_EACH_TICK);
        return days.isEmpty() && maySearch() ? search() : join(days);
    }

    private boolean maySearch() {
        Instant now = state.now();
        searchFrom = searchFrom == null ? now.plus(SEARCH_DELAY) : searchFrom;
        return !isSearched && !now.isBefore(searchFrom);
    }

    /** Notes the days on the next page of the table that are due. */
    private CompletableFuture<Void> search() {
        return state.blocks().table().scan(Scan.all().resume(searchedTo)).thenAccept(page -> {
            searchedTo = page.next();
            isSearched = page.next() == null;
            days(page).forEach(this::add);
        });
    }

    /** Joins all days that are due, also those that only the table knows of. Days with events that no block holds wait. */
    public CompletableFuture<Void> joinAll() {
        if (!state.isOnlyWriter()) {
            return CompletableFuture.completedFuture(null);
        }
        PageToken[] next = new PageToken[1];
        return loop.run(this::dropSealed)
                .thenCompose(dropped -> AsyncLoop.whileTrue(() -> state.blocks()
                        .table()
                        .scan(Scan.all().resume(next[0]))
                        .thenCompose(page -> {
                            next[0] = page.next();
                            return join(List.copyOf(days(page))).thenApply(joined -> next[0] != null);
                        })));
    }

    /** Sealed buckets stay in memory for reads that are eventually consistent, which no engine with one process has. */
    private void dropSealed() {
        state.memory().dropSealed();
    }

    /** Returns the days of the blocks of a page that are due. */
    private Set<Day> days(Page page) {
        Set<Day> days = new HashSet<>();
        for (Item item : page.items()) {
            if (BlockItems.isBlock(item) && !BlockItems.isJoined(item)) {
                state.layout().parse(table.schema().keyOf(item)).ifPresent(key -> {
                    long start = state.layout().day(key.start()).from();
                    if (state.layout().isJoining() && isDue(start)) {
                        days.add(new Day(key.identity(), start));
                    }
                });
            }
        }
        return days;
    }

    private boolean isDue(long start) {
        return isDue(start, Duration.ZERO);
    }

    /** Returns whether a day could have been joined this long ago. */
    private boolean isDue(long start, Duration ago) {
        // In the day in which packing began, the key of a joined block may lie among the items before that.
        return start >= state.layout().since()
                && state.layout().day(start).to()
                        <= state.ticks(state.now().minus(DELAY).minus(ago));
    }

    private boolean isReady(long start, PendingDay day, Instant now) {
        return day.isQuiet(now) || (day.hasWaited(now) && isDue(start, MAX_WAIT));
    }

    private List<Day> taken(int most) {
        List<Day> days = new ArrayList<>();
        Instant now = state.now();
        synchronized (pending) {
            Iterator<Map.Entry<Long, PendingDay>> all = pending.entrySet().iterator();
            while (all.hasNext() && days.size() < most) {
                Map.Entry<Long, PendingDay> next = all.next();
                if (!isDue(next.getKey())) {
                    break;
                }
                if (isReady(next.getKey(), next.getValue(), now)) {
                    Iterator<Parts> identities = next.getValue().identities.iterator();
                    while (identities.hasNext() && days.size() < most) {
                        days.add(new Day(identities.next(), next.getKey()));
                        identities.remove();
                    }
                    if (next.getValue().identities.isEmpty()) {
                        all.remove();
                    }
                }
            }
        }
        return days;
    }

    private CompletableFuture<Void> join(List<Day> days) {
        return ParallelCalls.map(
                        days,
                        parallel,
                        day -> join(day).whenComplete((outcome, error) -> {
                            if (outcome != Outcome.DONE) {
                                add(day);
                            }
                        }))
                .thenAccept(joined -> {});
    }

    private CompletableFuture<Outcome> join(Day day) {
        TickRange range = state.layout().day(day.start());
        if (state.memory().hasIn(day.identity(), range)) {
            return CompletableFuture.completedFuture(Outcome.BUSY);
        }
        return state.blocks()
                .table()
                .query(state.layout().blocks(day.identity(), range).consistent())
                .thenCompose(page -> {
                    Plan plan = page.next() == null ? plan(day, range, page.items()) : null;
                    return plan == null ? CompletableFuture.completedFuture(Outcome.DONE) : write(day, range, plan);
                });
    }

    /** Returns the joined item of these blocks, or null if they are not to be joined. */
    private @Nullable Plan plan(Day day, TickRange range, List<Item> items) {
        List<Item> sources = new ArrayList<>();
        List<BlockReader> readers = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int events = 0;
        for (Item item : items) {
            BlockLayout.BlockKey key = BlockItems.isBlock(item)
                    ? state.layout().parse(table.schema().keyOf(item)).orElse(null)
                    : null;
            if (key == null) {
                continue;
            }
            if (key.part() > 0 || BlockItems.parts(item) > 1 || BlockItems.isJoined(item) || isUnfinished(item)) {
                return null;
            }
            BlockReader block = BlockReader.of(BlockItems.bytes(item));
            names.addAll(block.names());
            events += block.size();
            readers.add(block);
            sources.add(item);
        }
        if (sources.size() < 2 || events > Block.MAX_EVENTS || names.size() > Block.MAX_COLUMNS) {
            return null;
        }
        byte[] bytes =
                JoinedBlock.encode(readers.stream().map(BlockReader::block).toList());
        if (bytes.length > MAX_JOINED_BYTES) {
            return null;
        }
        List<Long> versions =
                sources.stream().map(item -> BlockItems.stamp(item).version()).toList();
        Item joined = blocks.joined(
                day.identity(),
                range.from(),
                bytes,
                readers.get(readers.size() - 1).last());
        return new Plan(sources, joined.with(BlockItems.JOINED, JoinedVersions.text(versions)));
    }

    /** Returns whether a process ended while it wrote a large bucket. */
    private static boolean isUnfinished(Item item) {
        return BlockItems.stamp(item).through() == 0 || BlockItems.generation(item) != null;
    }

    private CompletableFuture<Outcome> write(Day day, TickRange range, Plan plan) {
        Outcome[] outcome = {Outcome.BUSY};
        return loop.runAsync(() -> {
                    // A bucket that is in memory would be written by itself later.
                    if (state.memory().hasIn(day.identity(), range)) {
                        return CompletableFuture.completedFuture(null);
                    }
                    return table.transactWrite(transaction(day, plan)).thenAccept(result -> {
                        if (!(result instanceof TransactResult.Cancelled)) {
                            outcome[0] = Outcome.DONE;
                        }
                    });
                })
                .thenApply(done -> outcome[0]);
    }

    private TransactWrite transaction(Day day, Plan plan) {
        Item first = plan.sources().get(0);
        boolean hasFirst = table.schema().keyOf(first).equals(state.layout().key(day.identity(), day.start(), 0));
        long before = hasFirst ? BlockItems.stamp(first).version() : 0;
        // Nothing of the day is in memory, so the blocks hold all records that were applied.
        long through = state.memory().lastApplied();
        var stamp = new BlockItems.Stamp(
                before + 1, through == 0 ? NO_WRITER : state.journals().writer(), Math.max(1, through));
        TransactWrite all = TransactWrite.of(
                Put.of(BlockItems.stamped(plan.joined(), stamp)).when(BlockItems.isStill(before)));
        for (Item source :
                plan.sources().subList(hasFirst ? 1 : 0, plan.sources().size())) {
            all = all.and(Delete.of(table.schema().keyOf(source))
                    .when(BlockItems.isStill(BlockItems.stamp(source).version())));
        }
        return all;
    }
}
