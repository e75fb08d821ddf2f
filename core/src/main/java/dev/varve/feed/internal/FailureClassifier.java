package dev.varve.feed.internal;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** Tells failures of the handled changes from transient failures. */
public final class FailureClassifier {

    /** Longer error texts are truncated before they are stored. */
    private static final int MAX_TEXT = 1_000;

    private FailureClassifier() {}

    /** Returns whether the failure is transient, so that the changes are not its cause. */
    static boolean isTransient(Throwable error) {
        return error instanceof CancellationException
                || error instanceof RejectedExecutionException
                || (error instanceof VarveException known && (known.retry() != Retry.NEVER || known.isOutage()));
    }

    /** Returns the failure of a call; empty if it succeeded. */
    public static CompletableFuture<Optional<Throwable>> of(CompletableFuture<Void> call) {
        return call.handle((done, error) -> Optional.ofNullable(error).map(AsyncLoop::failure));
    }

    static String text(Throwable error) {
        String text = error.toString();
        String brief = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
        // A surrogate without its other half cannot be stored; encoding turns it into a question mark.
        return new String(brief.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
