package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A handler that several consumers share: their calls run one after the other. It postpones nothing, because a flush for one
 * consumer would end what another has postponed.
 */
public final class SharedHandler implements ChangeHandler {

    private final ChangeHandler handler;
    private final Executor executor;
    private final AsyncQueue queue = new AsyncQueue();

    /** @param executor runs the calls, because the thread that completed the call before may belong to an engine */
    public SharedHandler(ChangeHandler handler, Executor executor) {
        this.handler = handler;
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return run(() -> handler.handle(changes));
    }

    @Override
    public CompletableFuture<Void> tick() {
        return run(handler::tick);
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return run(handler::handleTrimmed);
    }

    /** Returns the handler for a further consumer. It does not tick, because one consumer does so. */
    public ChangeHandler withoutTicks() {
        return new ChangeHandler() {
            @Override
            public CompletableFuture<Void> handle(List<Change> changes) {
                return SharedHandler.this.handle(changes);
            }

            @Override
            public CompletableFuture<Void> handleTrimmed() {
                return SharedHandler.this.handleTrimmed();
            }
        };
    }

    private CompletableFuture<Void> run(Supplier<CompletableFuture<Void>> call) {
        return queue.run(
                () -> CompletableFuture.completedFuture(handler).thenComposeAsync(called -> call.get(), executor));
    }
}
