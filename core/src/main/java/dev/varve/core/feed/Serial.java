package dev.varve.core.feed;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Does asynchronous work one piece after the other, in the order it is asked for. */
final class Serial {

    private final AtomicReference<CompletableFuture<Void>> last =
            new AtomicReference<>(CompletableFuture.completedFuture(null));

    <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        CompletableFuture<T> result = last.getAndSet(done).thenCompose(turn -> work.get());
        var unused = result.whenComplete((value, error) -> done.complete(null));
        return result;
    }
}
