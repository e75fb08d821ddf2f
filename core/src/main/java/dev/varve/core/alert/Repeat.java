package dev.varve.core.alert;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Repeats an asynchronous call, without nesting however fast it is answered. */
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
}
