package dev.varve;

import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.Change;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.ChangeHandler;
import dev.varve.feed.ConsumerStatus;
import dev.varve.feed.FeedConsumer;
import dev.varve.feed.FeedRunner;
import dev.varve.feed.FeedSource;
import dev.varve.feed.internal.BatchHandler;
import dev.varve.feed.internal.SharedHandler;
import dev.varve.feed.internal.SkippingFeed;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.Durations;
import dev.varve.series.internal.packed.PackedStore;
import dev.varve.table.BlockingTable;
import dev.varve.table.Table;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The background work of a database: it keeps rollup rows and fed current records up to date and calls further handlers.
 *
 * <p>If several processes use one table, one of them works at a time; another takes over when its lease ends.
 *
 * <p>Handlers are called on threads of their own, named {@code varve-processing}, with or without {@link #start}. They may
 * block there. A dead letter is logged once, as a warning, with the error of its handler.
 */
public final class Processing implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Processing.class.getName());

    private static final int CHANGES_READ_AT_ONCE = 5_000;

    /** A consumer that is behind handles more changes together, so that it refreshes fewer rows twice. */
    private static final int CHANGES_AT_ONCE = 20_000;

    /** A record may have thousands of events. */
    private static final int RECORDS_AT_ONCE = 32;

    private static final Duration MIN_FOLLOW_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_FOLLOW_INTERVAL = Duration.ofMinutes(1);

    private final @Nullable FeedSource feeds;
    private final Table state;
    private final InstantSource clock;
    private final String owner;
    private final Map<String, List<ChangeHandler>> handlers = new LinkedHashMap<>();
    private final Map<String, List<ChangeHandler>> workers = new LinkedHashMap<>();
    private final List<PackedEvents> packed = new ArrayList<>();
    private final Map<String, FeedRunner> runners = new LinkedHashMap<>();
    private final List<SharedHandler> shared = new ArrayList<>();
    private @Nullable Threads threads;
    private final AtomicBoolean isSealing = new AtomicBoolean();
    private boolean isMaintaining;
    private @Nullable Duration followEvery;
    private boolean isFollowing;
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private boolean closed;

    /** A packed series of a table. The feed of the table reports its blocks; that of the store reports events at once. */
    private record PackedEvents(String table, String series, PackedStore store) {

        /** The name of the feed; the name of a table has no slash. */
        String feed() {
            return table + "/" + series;
        }

        /** Lets the journal go that an earlier version kept for handlers which take records now. */
        void releaseEvents() {
            if (store.isOnlyWriter()) {
                var unused = store.release(consumerOf(feed()));
            }
        }

        /** The name of the feed of whole records. */
        String recordFeed() {
            return feed() + "/records";
        }
    }

    /** Own threads, because handlers may block; threads of an engine and of the common pool must not. */
    private record Threads(ExecutorService executor, ScheduledExecutorService scheduler) {

        static Threads begin() {
            return new Threads(
                    Executors.newCachedThreadPool(named("varve-processing")),
                    Executors.newSingleThreadScheduledExecutor(named("varve-timer")));
        }

        private static ThreadFactory named(String name) {
            return task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            };
        }

        void end() {
            scheduler.shutdown();
            executor.shutdown();
        }
    }

    /**
     * @param feeds the engine, or null if it has no change feed
     * @param state the table that stores the checkpoints
     * @param owner the name of this process, unique among all that may process the table
     */
    Processing(@Nullable FeedSource feeds, Table state, InstantSource clock, String owner) {
        this.feeds = feeds;
        this.state = state;
        this.clock = clock;
        this.owner = owner;
    }

    /**
     * Adds a handler for the changes of a table, such as alerts; call it before {@link #start} and {@link #catchUp}. It also
     * gets each event of the packed series in this table, as the change of an item, and their blocks when they are written; alert
     * rules get the events as columns.
     */
    public synchronized Processing follow(String table, ChangeHandler handler) {
        add(table, handler);
        for (PackedEvents series : packedIn(table)) {
            if (takesRecordsOf(series, handler)) {
                series.store().expect(consumerOf(series.recordFeed()));
            } else if (!takesRecords(handler)) {
                series.store().expect(consumerOf(series.feed()));
            }
        }
        return this;
    }

    /** Returns whether a handler takes events of packed series as columns. */
    private static boolean takesRecords(ChangeHandler handler) {
        return handler.forPackedEvents() instanceof BatchHandler;
    }

    private static boolean takesRecordsOf(PackedEvents events, ChangeHandler handler) {
        return handler.forPackedEvents() instanceof BatchHandler batches
                && batches.series().equals(events.series());
    }

    private void add(String table, ChangeHandler handler) {
        if (feeds == null) {
            throw new Rejected(
                    "processing.no-feed", "the engine has no feed of changes: nothing can follow table " + table);
        }
        if (threads != null) {
            throw new Rejected(
                    "processing.begun",
                    "the changes of table %s are being processed already: call follow(…) before start() and catchUp()"
                            .formatted(table));
        }
        handlers.computeIfAbsent(table, first -> new ArrayList<>()).add(handler);
    }

    /** Adds a worker that keeps derived data up to date; of a packed series it gets the blocks and not the events. */
    synchronized void work(String table, ChangeHandler worker) {
        add(table, worker);
        workers.computeIfAbsent(table, first -> new ArrayList<>()).add(worker);
    }

    /** Adds a packed series, which is sealed every second after {@link #start}, and first in {@link #catchUp}. */
    synchronized void pack(String table, String series, PackedStore store) {
        packed.add(new PackedEvents(table, series, store));
    }

    /**
     * Lets reads of packed series include events that other processes have accepted and not written into blocks yet. After
     * {@link #start} their journals are read at this interval, and also in {@link #catchUp}; so an event that another process
     * has acknowledged is visible here after the interval. Without this call it is visible when its block is written.
     *
     * <p>Only engines without a journal of their own have such events. On DynamoDB each read of the journals costs one read
     * unit, and half a unit for each other process and each 4 KB that it has written.
     *
     * @param every between 100 ms and one minute
     */
    public synchronized Processing followWriters(Duration every) {
        Durations.positive("processing.follow-interval", "the interval of followWriters", every, MAX_FOLLOW_INTERVAL);
        if (every.compareTo(MIN_FOLLOW_INTERVAL) < 0) {
            throw new Rejected(
                    "processing.follow-interval",
                    "the interval of followWriters is %s; the smallest is %s, because each read of a journal is paid for"
                            .formatted(every, MIN_FOLLOW_INTERVAL));
        }
        followEvery = every;
        return this;
    }

    /**
     * Like {@link #followWriters(Duration)}, and passes the events of other processes to a listener when reads include them: each
     * as the change of an item that it would be without packing. In contrast to {@link #follow}, every process gets them,
     * without a lease and without a checkpoint, and the first time those that are not in blocks. An event may be passed again
     * after another process has ended. Call it before {@link #start}; the callbacks must not block.
     *
     * @param missed called if events were written into blocks before they were read here, so that the listener did not get them:
     *     when a process has closed, or this one could not read for a while
     */
    public synchronized Processing followWriters(Duration every, Consumer<List<Change>> listener, Runnable missed) {
        followWriters(every);
        packed.forEach(series -> series.store().whenFollowed(listener, missed));
        return this;
    }

    /**
     * Reads now what other processes have accepted and not written into blocks, so that reads include it; also without
     * {@link #followWriters(Duration)}.
     */
    public void readWriters() {
        CompletableFuture<Void> read;
        synchronized (this) {
            read = followed();
        }
        BlockingTable.await(read);
    }

    private CompletableFuture<Void> maintenance() {
        return CompletableFuture.allOf(
                packed.stream().map(series -> series.store().tick()).toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> followed() {
        return CompletableFuture.allOf(
                packed.stream().map(series -> series.store().follow()).toArray(CompletableFuture[]::new));
    }

    private void followInBackground() {
        var unused = followLogged();
    }

    private CompletableFuture<Void> followLogged() {
        return followed().handle((done, error) -> {
            if (error == null) {
                hasFailed.set(false);
            } else if (!hasFailed.getAndSet(true)) {
                // Once for an outage: there may be ten attempts in a second.
                LOG.log(
                        Level.WARNING,
                        "the events of other processes could not be read; further attempts follow without a message",
                        error);
            }
            return null;
        });
    }

    private void maintainLogged() {
        if (!isSealing.compareAndSet(false, true)) {
            return;
        }
        var unused = maintenance().whenComplete((done, error) -> {
            isSealing.set(false);
            if (error != null) {
                LOG.log(Level.WARNING, "packed series could not be sealed; the next attempt follows", error);
            }
        });
    }

    private void begin() {
        if (closed) {
            throw new Rejected(
                    "processing.closed", "the processing of this database is closed: open the database again");
        }
        if (threads != null || ((feeds == null || handlers.isEmpty()) && packed.isEmpty())) {
            return;
        }
        Threads begun = Threads.begin();
        threads = begun;
        if (feeds != null) {
            handlers.forEach((table, all) -> begin(table, feeds.changes(table), all, begun));
        }
    }

    private void begin(String table, ChangeFeed changes, List<ChangeHandler> all, Threads begun) {
        List<PackedEvents> series = packedIn(table);
        List<ChangeHandler> own = new ArrayList<>(workers.getOrDefault(table, List.of()));
        List<ChangeHandler> others = new ArrayList<>(all);
        others.removeAll(own);
        if (series.isEmpty() || others.isEmpty()) {
            runners.put(table, runner(table, changes, all, begun));
            return;
        }
        Map<ChangeHandler, SharedHandler> byHandler = new LinkedHashMap<>();
        others.forEach(handler -> byHandler.put(handler, new SharedHandler(handler, begun.executor())));
        byHandler.values().forEach(handler -> own.add(handler.forConsumer()));
        shared.addAll(byHandler.values());
        runners.put(table, runner(table, changes, own, begun));
        for (PackedEvents each : series) {
            List<SharedHandler> ofEvents = of(byHandler, handler -> !takesRecords(handler));
            List<SharedHandler> ofRecords = of(byHandler, handler -> takesRecordsOf(each, handler));
            if (ofEvents.isEmpty()) {
                each.releaseEvents();
            } else {
                ChangeFeed events = each.store().feed(changes.exclusiveOpening());
                begin(each.feed(), events, ofEvents, SharedHandler::forConsumer, begun);
            }
            if (!ofRecords.isEmpty()) {
                ChangeFeed records = each.store().records(changes.exclusiveOpening());
                begin(each.recordFeed(), records, ofRecords, handler -> handler.forRecords(each.store()::batch), begun);
            }
        }
    }

    private static List<SharedHandler> of(Map<ChangeHandler, SharedHandler> shared, Predicate<ChangeHandler> isWanted) {
        return shared.entrySet().stream()
                .filter(entry -> isWanted.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
    }

    private void begin(
            String name,
            ChangeFeed feed,
            List<SharedHandler> handlers,
            Function<SharedHandler, ChangeHandler> view,
            Threads begun) {
        ChangeFeed wanted = new SkippingFeed(feed, () -> handlers.stream().allMatch(SharedHandler::isIdle));
        runners.put(name, runner(name, wanted, handlers.stream().map(view).toList(), begun));
    }

    private List<PackedEvents> packedIn(String table) {
        return packed.stream().filter(each -> each.table().equals(table)).toList();
    }

    private static String consumerOf(String feed) {
        return "varve." + feed;
    }

    private FeedRunner runner(String feed, ChangeFeed changes, List<ChangeHandler> all, Threads begun) {
        boolean isOfRecords = packed.stream().anyMatch(each -> each.recordFeed().equals(feed));
        FeedConsumer consumer = FeedConsumer.named(consumerOf(feed))
                .reading(changes)
                .keeping(state)
                .clock(clock)
                .owner(owner)
                .page(isOfRecords ? RECORDS_AT_ONCE : CHANGES_READ_AT_ONCE)
                .atMost(isOfRecords ? RECORDS_AT_ONCE : CHANGES_AT_ONCE)
                .handlers(all)
                .executor(begun.executor())
                .onDeadLetter((deadLetter, error) -> LOG.log(
                        Level.WARNING,
                        "a change of %s in table %s is a dead letter after %s tries"
                                .formatted(deadLetter.change().key(), feed, deadLetter.tries()),
                        error))
                .build();
        return FeedRunner.of(consumer, begun.executor(), begun.scheduler());
    }

    /** Starts the work in background threads; {@link #close} stops it. */
    public synchronized Processing start() {
        begin();
        runners.values().forEach(FeedRunner::start);
        Threads begun = threads;
        if (begun != null && !packed.isEmpty() && !isMaintaining) {
            isMaintaining = true;
            var unused = begun.scheduler()
                    .scheduleWithFixedDelay(
                            () -> begun.executor().execute(this::maintainLogged), 1, 1, TimeUnit.SECONDS);
        }
        Duration every = followEvery;
        if (begun != null && every != null && !packed.isEmpty() && !isFollowing) {
            isFollowing = true;
            // The first read takes longest, and whoever reads after start() expects its events.
            BlockingTable.await(followLogged());
            var unused = begun.scheduler()
                    .scheduleWithFixedDelay(
                            () -> begun.executor().execute(this::followInBackground),
                            every.toNanos(),
                            every.toNanos(),
                            TimeUnit.NANOSECONDS);
        }
        return this;
    }

    /**
     * Waits until all changes from before this call are handled, in all tables, and the changes that handlers made
     * because of them. Does the work itself if nothing was started, and waits for the lease of another process to end.
     *
     * <p>Throws {@link Unavailable} after the time-out: with {@code feed.more-waiting} if all changes from before the call are
     * handled and new ones keep coming, otherwise with {@code feed.catch-up} and the last error as its cause. Rejects a
     * time-out that is not positive with {@code feed.catch-up-timeout}.
     */
    public void catchUp(Duration timeout) {
        Durations.positive("feed.catch-up-timeout", "the time-out of catchUp", timeout, Durations.MAX);
        // Without the lock, so that other threads can read the status meanwhile.
        BlockingTable.await(maintenance());
        if (isFollowingWriters()) {
            BlockingTable.await(followed());
        }
        BlockingTable.await(caughtUp(timeout));
    }

    private synchronized boolean isFollowingWriters() {
        return followEvery != null;
    }

    private synchronized CompletableFuture<Void> caughtUp(Duration timeout) {
        begin();
        // A tick must find what all consumers deliver now, whatever steps they have made before.
        shared.forEach(SharedHandler::awaitAll);
        List<FeedRunner> all = List.copyOf(runners.values());
        return all.size() == 1 || threads == null
                ? allCaughtUp(all, timeout)
                : new Rounds(all, timeout, threads.scheduler()).run();
    }

    private static CompletableFuture<Void> allCaughtUp(List<FeedRunner> all, Duration timeout) {
        return CompletableFuture.allOf(
                all.stream().map(runner -> runner.catchUp(timeout)).toArray(CompletableFuture[]::new));
    }

    /** Repeats rounds over all tables until a round handles nothing, because handlers of one table write to others. */
    private static final class Rounds {

        private final List<FeedRunner> all;
        private final ScheduledFuture<?> limit;
        private final CompletableFuture<Void> settled = new CompletableFuture<>();

        Rounds(List<FeedRunner> all, Duration timeout, ScheduledExecutorService scheduler) {
            this.all = all;
            this.limit = scheduler.schedule(
                    () -> settled.completeExceptionally(new Unavailable(
                            "feed.more-waiting",
                            "the tables have not settled within %s: handlers of one table keep writing to another"
                                    .formatted(timeout))),
                    TimeUnit.NANOSECONDS.convert(timeout),
                    TimeUnit.NANOSECONDS);
        }

        CompletableFuture<Void> run() {
            var unused = AsyncLoop.whileTrue(this::round).whenComplete((done, error) -> {
                limit.cancel(false);
                if (error == null) {
                    settled.complete(null);
                } else {
                    settled.completeExceptionally(error);
                }
            });
            return settled;
        }

        private CompletableFuture<Boolean> round() {
            long before = handled();
            // If the time is over already, the scheduled task reports it.
            long left = Math.max(1, limit.getDelay(TimeUnit.NANOSECONDS));
            return allCaughtUp(all, Duration.ofNanos(left)).thenApply(done -> handled() != before && !settled.isDone());
        }

        private long handled() {
            return all.stream()
                    .map(runner -> runner.consumer().status())
                    .mapToLong(status -> status.handled() + status.deadLetters() + status.trims())
                    .sum();
        }
    }

    /**
     * Returns the status of the consumer of each table. The events of a packed series have a consumer of their own, named
     * {@code table/series}, if a handler follows the table. For alert rules it is named {@code table/series/records}, and counts
     * records of the journal as changes.
     */
    public synchronized Map<String, ConsumerStatus> status() {
        Map<String, ConsumerStatus> status = new LinkedHashMap<>();
        runners.forEach((table, runner) -> status.put(table, runner.consumer().status()));
        return status;
    }

    /** Returns the consumer of a table's changes, to list its dead letters or retry them. */
    public synchronized FeedConsumer consumer(String table) {
        begin();
        FeedRunner runner = runners.get(table);
        if (runner == null) {
            throw new Rejected(
                    "processing.table", "nothing follows table %s; followed are %s".formatted(table, runners.keySet()));
        }
        return runner.consumer();
    }

    /** Stops the work, after running handlers have finished. */
    @Override
    public synchronized void close() {
        closed = true;
        runners.values().forEach(FeedRunner::close);
        if (threads != null) {
            threads.end();
        }
    }
}
