package dev.varve.feed.internal;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.internal.ParallelCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Calls the handlers of a consumer one after the other. Each call runs on the executor, because the thread that completed
 * the previous call may belong to an engine, and a handler may block. An exception of a handler fails the future.
 */
public final class HandlerCalls implements ChangeHandler {

    private final List<ChangeHandler> handlers;
    private final Executor executor;

    public HandlerCalls(List<ChangeHandler> handlers, Executor executor) {
        this.handlers = List.copyOf(handlers);
        this.executor = executor;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        return each(handler -> call(handler, called -> called.handle(changes)));
    }

    @Override
    public CompletableFuture<Boolean> collect(List<Change> changes) {
        return ParallelCalls.map(handlers, 1, handler -> call(handler, called -> called.collect(changes)))
                .thenApply(postponed -> postponed.contains(true));
    }

    /** Flushes all handlers even if one fails, so that each forgets what it postponed. Fails with the first failure. */
    @Override
    public CompletableFuture<Void> flush() {
        return all(ChangeHandler::flush);
    }

    /** Lets handlers forget what they keep in memory, because events may be delivered again or by another process. */
    public void restart() {
        for (ChangeHandler handler : handlers) {
            if (handler instanceof Checkpointed checkpointed) {
                checkpointed.restart();
            }
        }
    }

    /** Returns whether what handlers postpone is only the checkpoint. */
    public boolean isCurrentBeforeFlush() {
        return handlers.stream().allMatch(Checkpointed.class::isInstance);
    }

    /** Returns the shortest time between two checkpoints. */
    public Duration checkpointEvery() {
        Duration longest = Duration.ZERO;
        for (ChangeHandler handler : handlers) {
            if (handler instanceof Checkpointed checkpointed) {
                Duration every = checkpointed.checkpointEvery();
                longest = every.compareTo(longest) > 0 ? every : longest;
            }
        }
        return longest;
    }

    @Override
    public CompletableFuture<Void> handleTrimmed() {
        return each(handler -> call(handler, ChangeHandler::handleTrimmed));
    }

    /** Ticks all handlers even if one fails, because they are independent. Fails with the first failure. */
    @Override
    public CompletableFuture<Void> tick() {
        return all(ChangeHandler::tick);
    }

    private CompletableFuture<Void> all(Function<ChangeHandler, CompletableFuture<Void>> method) {
        List<Throwable> failures = new ArrayList<>();
        return each(handler -> call(handler, method).exceptionally(failure -> {
                    failures.add(failure);
                    return null;
                }))
                .thenCompose(done -> failures.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failures.get(0)));
    }

    private CompletableFuture<Void> each(Function<ChangeHandler, CompletableFuture<Void>> call) {
        return ParallelCalls.map(handlers, 1, call).thenAccept(done -> {});
    }

    private <T> CompletableFuture<T> call(ChangeHandler handler, Function<ChangeHandler, CompletableFuture<T>> method) {
        return CompletableFuture.completedFuture(handler)
                .thenComposeAsync(
                        called -> Objects.requireNonNull(
                                method.apply(called), () -> "handler %s returned no future".formatted(called)),
                        executor);
    }
}
