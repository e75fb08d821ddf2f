package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A handler that several consumers share: their calls run one after the other. It ticks once each of them has made a step
 * since the last tick, so that a tick finds what all of them have delivered. Except for records of a journal it postpones
 * nothing, because a flush for one consumer would end what another has postponed.
 */
public final class SharedHandler {

    private final ChangeHandler handler;
    private final Executor executor;
    private final AsyncQueue queue = new AsyncQueue();

    // Guarded by this.
    private final Set<ChangeHandler> behind = new HashSet<>();
    private final Set<ChangeHandler> views = new HashSet<>();

    /** @param executor runs the calls, because the thread that completed the call before may belong to an engine */
    public SharedHandler(ChangeHandler handler, Executor executor) {
        this.handler = handler;
        this.executor = executor;
    }

    /** Returns the handler for one more consumer. */
    public synchronized ChangeHandler forConsumer() {
        ChangeHandler view = new View();
        views.add(view);
        behind.add(view);
        return view;
    }

    /** Lets the next tick wait until each consumer has made another step. */
    public synchronized void awaitAll() {
        behind.addAll(views);
    }

    /** Returns whether the handler ignores the events of packed series at present. */
    public boolean isIdle() {
        return handler.isIdle();
    }

    /**
     * Returns the handler for one more consumer, whose changes are records of a journal.
     *
     * @param decoder reads the events of such changes
     */
    public synchronized ChangeHandler forRecords(Function<List<Change>, EventBatch> decoder) {
        ChangeHandler view = new RecordView(decoder);
        views.add(view);
        behind.add(view);
        return view;
    }

    private final class RecordView implements ChangeHandler, Checkpointed {

        private final Function<List<Change>, EventBatch> decoder;
        private volatile @Nullable BatchHandler current;

        RecordView(Function<List<Change>, EventBatch> decoder) {
            this.decoder = decoder;
        }

        @Override
        public CompletableFuture<Void> handle(List<Change> changes) {
            return run(() -> {
                BatchHandler batches = batches();
                return batches.collect(decoder.apply(changes)).thenCompose(done -> batches.flush());
            });
        }

        @Override
        public CompletableFuture<Boolean> collect(List<Change> changes) {
            return run(() -> batches().collect(decoder.apply(changes)));
        }

        @Override
        public CompletableFuture<Void> flush() {
            return run(() -> batches().flush());
        }

        @Override
        public CompletableFuture<Void> tick() {
            boolean isDue = isTickDue(this);
            return run(() -> {
                if (!handler.isIdle()) {
                    batches().begin();
                }
                return isDue ? handler.tick() : CompletableFuture.completedFuture(null);
            });
        }

        @Override
        public CompletableFuture<Void> handleTrimmed() {
            return run(handler::handleTrimmed);
        }

        @Override
        public void restart() {
            BatchHandler used = current;
            if (used != null) {
                used.restart();
            }
        }

        @Override
        public Duration checkpointEvery() {
            BatchHandler used = current;
            return used == null ? Duration.ZERO : used.checkpointEvery();
        }

        /** Asks for the handler; only inside run(), because the answer may change what the handler uses. */
        private BatchHandler batches() {
            BatchHandler batches = (BatchHandler) handler.forPackedEvents();
            current = batches;
            return batches;
        }
    }

    private final class View implements ChangeHandler {
        @Override
        public CompletableFuture<Void> handle(List<Change> changes) {
            return run(() -> handler.handle(changes));
        }

        @Override
        public CompletableFuture<Void> tick() {
            return isTickDue(this) ? run(handler::tick) : CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> handleTrimmed() {
            return run(handler::handleTrimmed);
        }
    }

    private synchronized boolean isTickDue(ChangeHandler stepped) {
        behind.remove(stepped);
        boolean isDue = behind.isEmpty();
        if (isDue) {
            behind.addAll(views);
        }
        return isDue;
    }

    private <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call) {
        return queue.run(
                () -> CompletableFuture.completedFuture(handler).thenComposeAsync(called -> call.get(), executor));
    }
}
