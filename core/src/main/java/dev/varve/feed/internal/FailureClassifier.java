package dev.varve.feed.internal;

import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/** What a failure says about the changes it came with. */
public final class FailureClassifier {

    /** Longer texts are cut before they are stored. */
    private static final int MAX_TEXT = 1_000;

    private FailureClassifier() {}

    /** Returns whether the failure passes by itself, so that the changes are not to blame. */
    static boolean isTransient(Throwable error) {
        return error instanceof CancellationException
                || error instanceof RejectedExecutionException
                || (error instanceof VarveException known && (known.retry() != Retry.NEVER || known.isOutage()));
    }

    /** Returns what a call failed with; empty where it did not. */
    public static CompletableFuture<Optional<Throwable>> of(CompletableFuture<Void> call) {
        return call.handle((done, error) -> Optional.ofNullable(error).map(AsyncLoop::failure));
    }

    static String text(Throwable error) {
        String text = error.toString();
        String brief = text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT);
        // Half of a character that takes two could not be stored; so it becomes a question mark.
        return new String(brief.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }
}
