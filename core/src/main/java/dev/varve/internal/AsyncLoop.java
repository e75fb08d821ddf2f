package dev.varve.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Repeats asynchronous work. */
public final class AsyncLoop {

    private AsyncLoop() {}

    /** Repeats the work while it returns true; fails with its first failure. */
    public static CompletableFuture<Void> whileTrue(Supplier<CompletableFuture<Boolean>> work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        repeat(work, done);
        return done;
    }

    /** Repeats the work until it returns true; fails with its first failure. */
    public static CompletableFuture<Void> untilDone(Supplier<CompletableFuture<Boolean>> work) {
        return whileTrue(() -> work.get().thenApply(isDone -> !isDone));
    }

    /** Returns the cause of a failed future, without the exceptions that futures wrap around it. */
    public static Throwable failure(Throwable error) {
        Throwable cause = error;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static void repeat(Supplier<CompletableFuture<Boolean>> work, CompletableFuture<Void> done) {
        // A loop for work that completes at once, as on embedded engines: recursion would exhaust the stack.
        while (true) {
            CompletableFuture<Boolean> more;
            try {
                more = work.get();
            } catch (RuntimeException | Error e) {
                more = CompletableFuture.failedFuture(e);
            }
            if (!more.isDone() || more.isCompletedExceptionally()) {
                var unused = more.whenComplete((again, error) -> {
                    if (error != null) {
                        done.completeExceptionally(failure(error));
                    } else if (again) {
                        repeat(work, done);
                    } else {
                        done.complete(null);
                    }
                });
                return;
            }
            if (!more.join()) {
                done.complete(null);
                return;
            }
        }
    }
}
