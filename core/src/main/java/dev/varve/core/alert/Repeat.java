package dev.varve.core.alert;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Carries out asynchronous calls one after the other, without nesting them however fast they are answered. */
final class Repeat {

    private Repeat() {}

    /** Repeats a call until it answers true, or fails. */
    static CompletableFuture<Void> untilDone(Supplier<CompletableFuture<Boolean>> call) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        step(call, done);
        return done;
    }

    private static void step(Supplier<CompletableFuture<Boolean>> call, CompletableFuture<Void> done) {
        while (true) {
            CompletableFuture<Boolean> answer;
            try {
                answer = call.get();
            } catch (RuntimeException e) {
                answer = CompletableFuture.failedFuture(e);
            }
            if (!answer.isDone() || answer.isCompletedExceptionally()) {
                var unused = answer.whenComplete((isDone, error) -> {
                    if (error != null) {
                        done.completeExceptionally(error);
                    } else if (isDone) {
                        done.complete(null);
                    } else {
                        step(call, done);
                    }
                });
                return;
            }
            if (answer.join()) {
                done.complete(null);
                return;
            }
        }
    }

    /** Calls for each input, in so many lanes; a lane ends with its first failure, and the whole fails with one of them. */
    static <A> CompletableFuture<Void> forEach(List<A> inputs, int lanes, Function<A, CompletableFuture<Void>> call) {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int lane = 0; lane < Math.min(lanes, inputs.size()); lane++) {
            int[] next = {lane};
            all.add(untilDone(() -> {
                if (next[0] >= inputs.size()) {
                    return CompletableFuture.completedFuture(true);
                }
                A input = inputs.get(next[0]);
                next[0] += lanes;
                return call.apply(input).thenApply(done -> false);
            }));
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }
}
