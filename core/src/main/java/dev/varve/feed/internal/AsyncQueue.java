package dev.varve.feed.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Runs asynchronous tasks one after the other, in the order of the calls. */
public final class AsyncQueue {

    private final AtomicReference<CompletableFuture<Void>> last =
            new AtomicReference<>(CompletableFuture.completedFuture(null));

    public <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<T> result = last.getAndSet(done).thenCompose(turn -> work.get());
        var unused = result.whenComplete((value, error) -> done.complete(null));
        return result;
    }
}
