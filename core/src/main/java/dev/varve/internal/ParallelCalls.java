package dev.varve.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Runs many asynchronous calls with bounded concurrency. */
public final class ParallelCalls {

    private ParallelCalls() {}

    /** Returns the results in the order of the inputs; fails with the first failure, and starts no call after it. */
    public static <A, B> CompletableFuture<List<B>> map(
            List<A> inputs, int parallel, Function<A, CompletableFuture<B>> call) {
        AtomicReferenceArray<B> results = new AtomicReferenceArray<>(inputs.size());
        AtomicInteger next = new AtomicInteger();
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int worker = 0; worker < Math.min(parallel, inputs.size()); worker++) {
            workers.add(drain(inputs, next, results, call));
        }
        return CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new))
                .thenApply(done -> {
                    List<B> ordered = new ArrayList<>(inputs.size());
                    for (int i = 0; i < inputs.size(); i++) {
                        ordered.add(results.get(i));
                    }
                    return ordered;
                });
    }

    private static <A, B> CompletableFuture<Void> drain(
            List<A> inputs,
            AtomicInteger next,
            AtomicReferenceArray<B> results,
            Function<A, CompletableFuture<B>> call) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        step(inputs, next, results, call, done);
        return done;
    }

    private static <A, B> void step(
            List<A> inputs,
            AtomicInteger next,
            AtomicReferenceArray<B> results,
            Function<A, CompletableFuture<B>> call,
            CompletableFuture<Void> done) {
        // A loop for calls that complete at once, as on embedded engines: recursion would exhaust the stack.
        for (int i = next.getAndIncrement(); i < inputs.size(); i = next.getAndIncrement()) {
            int index = i;
            CompletableFuture<B> result;
            try {
                result = call.apply(inputs.get(index));
            } catch (RuntimeException e) {
                result = CompletableFuture.failedFuture(e);
            }
            if (result.isDone() && !result.isCompletedExceptionally()) {
                results.set(index, result.join());
                continue;
            }
            var unused = result.whenComplete((value, error) -> {
                if (error == null) {
                    results.set(index, value);
                    step(inputs, next, results, call, done);
                } else {
                    next.set(inputs.size());
                    done.completeExceptionally(error);
                }
            });
            return;
        }
        done.complete(null);
    }
}
