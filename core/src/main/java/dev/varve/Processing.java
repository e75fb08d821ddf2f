package dev.varve;

import dev.varve.core.Rejected;
import dev.varve.core.feed.Change;
import dev.varve.core.feed.ChangeHandler;
import dev.varve.core.feed.ConsumerStatus;
import dev.varve.core.feed.FeedConsumer;
import dev.varve.core.feed.FeedRunner;
import dev.varve.core.feed.FeedSource;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Parallel;
import dev.varve.core.table.Table;
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
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is made of events in the background: rows of rollups, current records that are fed.
 *
 * <p>Of several processes on one table, one works at a time; another takes over when it stops or is not heard of.
 */
public final class Processing implements AutoCloseable {

    private static final int CHANGES_READ_AT_ONCE = 5_000;

    /** Who is behind handles more changes together, which ring fewer bells. */
    private static final int CHANGES_AT_ONCE = 20_000;

    private final @Nullable FeedSource feeds;
    private final Table state;
    private final InstantSource clock;
    private final String owner;
    private final Map<String, List<ChangeHandler>> handlers = new LinkedHashMap<>();
    private final Map<String, FeedConsumer> consumers = new LinkedHashMap<>();
    private final List<FeedRunner> runners = new ArrayList<>();
    private final List<ExecutorService> executors = new ArrayList<>();

    /**
     * @param feeds the engine, or null where it has no feed of changes
     * @param state the table that keeps how far the work has come
     * @param owner who works, told apart from all others that might
     */
    Processing(@Nullable FeedSource feeds, Table state, InstantSource clock, String owner) {
        this.feeds = feeds;
        this.state = state;
        this.clock = clock;
        this.owner = owner;
    }

    /** Lets a handler follow the changes of a table: alerts, what is sent elsewhere; to be said before the work begins. */
    public synchronized Processing follow(String table, ChangeHandler handler) {
        if (feeds == null) {
            throw new Rejected(
                    "processing.no-feed", "the engine has no feed of changes: nothing can follow table " + table);
        }
        if (!consumers.isEmpty()) {
            throw new Rejected(
                    "processing.begun",
                    "the changes of table %s are followed already: say who follows before start() and catchUp()"
                            .formatted(table));
        }
        handlers.computeIfAbsent(table, first -> new ArrayList<>()).add(handler);
        return this;
    }

    private void begin() {
        if (consumers.isEmpty() && feeds != null) {
            handlers.forEach((table, all) -> consumers.put(
                    table,
                    FeedConsumer.named("varve." + table)
                            .reading(feeds.changes(table))
                            .keeping(state)
                            .clock(clock)
                            .owner(owner)
                            .page(CHANGES_READ_AT_ONCE)
                            .atMost(CHANGES_AT_ONCE)
                            .handler(new All(List.copyOf(all)))
                            .build()));
        }
    }

    /** Hands changes to several handlers, one after the other. */
    private record All(List<ChangeHandler> handlers) implements ChangeHandler {

        @Override
        public CompletableFuture<Void> handle(List<Change> changes) {
            return each(handler -> handler.handle(changes));
        }

        /** Lets time pass for all, though it may fail for one: others do not depend on it. */
        @Override
        public CompletableFuture<Void> tick() {
            List<Throwable> failures = new ArrayList<>();
            return each(handler -> ticked(handler).exceptionally(failure -> {
                        failures.add(failure);
                        return null;
                    }))
                    .thenCompose(done -> failures.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : CompletableFuture.failedFuture(failures.get(0)));
        }

        private static CompletableFuture<Void> ticked(ChangeHandler handler) {
            try {
                return handler.tick();
            } catch (RuntimeException thrown) {
                return CompletableFuture.failedFuture(thrown);
            }
        }

        @Override
        public CompletableFuture<Void> handleTrimmed() {
            return each(ChangeHandler::handleTrimmed);
        }

        private CompletableFuture<Void> each(Function<ChangeHandler, CompletableFuture<Void>> call) {
            return Parallel.map(handlers, 1, call).thenAccept(done -> {});
        }
    }

    /** Begins to work in threads of its own; until {@link #close}. */
    public synchronized Processing start() {
        begin();
        if (runners.isEmpty()) {
            ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(threads("varve-timer"));
            ExecutorService executor = Executors.newCachedThreadPool(threads("varve-processing"));
            executors.add(scheduler);
            executors.add(executor);
            consumers
                    .values()
                    .forEach(consumer -> runners.add(
                            FeedRunner.of(consumer, executor, scheduler).start()));
        }
        return this;
    }

    private static ThreadFactory threads(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Waits until everything that was written before this call is worked in. */
    public void catchUp(Duration timeout) {
        // Without the lock where others work: whoever asks for the status meanwhile is not to wait too.
        running().forEach(runner -> BlockingTable.await(runner.catchUp(timeout)));
    }

    private synchronized List<FeedRunner> running() {
        begin();
        if (runners.isEmpty()) {
            consumers.values().forEach(consumer -> BlockingTable.await(consumer.catchUp()));
        }
        return List.copyOf(runners);
    }

    /** Returns how far the changes of each table are worked in. */
    public synchronized Map<String, ConsumerStatus> status() {
        Map<String, ConsumerStatus> status = new LinkedHashMap<>();
        consumers.forEach((table, consumer) -> status.put(table, consumer.status()));
        return status;
    }

    /** Returns the consumer of a table's changes, to look at what is parked or to go over it again. */
    public synchronized FeedConsumer consumer(String table) {
        begin();
        FeedConsumer consumer = consumers.get(table);
        if (consumer == null) {
            throw new Rejected(
                    "processing.table",
                    "nothing follows table %s; followed are %s".formatted(table, consumers.keySet()));
        }
        return consumer;
    }

    /** Finishes what is under way and stops. */
    @Override
    public synchronized void close() {
        runners.forEach(FeedRunner::close);
        if (runners.isEmpty()) {
            consumers.values().forEach(consumer -> BlockingTable.await(consumer.release()));
        }
        executors.forEach(ExecutorService::shutdown);
    }
}
