package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A handler that several consumers share: their calls run one after the other. It ticks once each of them has made a step
 * since the last tick, so that a tick finds what all of them have delivered. It postpones nothing, because a flush for one
 * consumer would end what another has postponed.
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

    /** Returns whether the handler ignores the events of packed series at present. */
    public boolean isIdle() {
        return handler.isIdle();
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

    private CompletableFuture<Void> run(Supplier<CompletableFuture<Void>> call) {
        return queue.run(
                () -> CompletableFuture.completedFuture(handler).thenComposeAsync(called -> call.get(), executor));
    }
}
