package dev.varve.testkit.contract.feed;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import dev.varve.item.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A handler that records its changes and fails on chosen ones. */
final class Recorder implements ChangeHandler {

    private final List<List<Change>> handled = new ArrayList<>();
    private int calls;
    private int trims;
    private boolean survivesTrims;
    private Function<List<Change>, @Nullable Throwable> failure = changes -> null;
    private @Nullable CompletableFuture<Void> answer;
    private final CompletableFuture<Void> called = new CompletableFuture<>();

    @Override
    public synchronized CompletableFuture<Void> handle(List<Change> changes) {
        calls++;
        called.complete(null);
        Throwable error = failure.apply(changes);
        if (error != null) {
            return CompletableFuture.failedFuture(error);
        }
        handled.add(changes);
        return answer == null ? CompletableFuture.completedFuture(null) : answer;
    }

    @Override
    public synchronized CompletableFuture<Void> handleTrimmed() {
        trims++;
        return survivesTrims ? CompletableFuture.completedFuture(null) : ChangeHandler.super.handleTrimmed();
    }

    /** Makes batches with one of these values fail. */
    synchronized Recorder poisonedBy(long... values) {
        failure = changes -> changes.stream().anyMatch(change -> isOneOf(value(change), values))
                ? new IllegalStateException("poison")
                : null;
        return this;
    }

    private static boolean isOneOf(long value, long... values) {
        for (long one : values) {
            if (one == value) {
                return true;
            }
        }
        return false;
    }

    synchronized Recorder failing(Function<List<Change>, @Nullable Throwable> how) {
        failure = how;
        return this;
    }

    synchronized Recorder healed() {
        failure = changes -> null;
        return this;
    }

    /** Returns this future from now on. */
    synchronized Recorder answering(@Nullable CompletableFuture<Void> later) {
        answer = later;
        return this;
    }

    synchronized Recorder survivingTrims() {
        survivesTrims = true;
        return this;
    }

    /** Returns a future that completes when the handler is first called. */
    CompletableFuture<Void> called() {
        return called;
    }

    synchronized int calls() {
        return calls;
    }

    synchronized int trims() {
        return trims;
    }

    /** Returns the sizes of the batches that were handled. */
    synchronized List<Integer> sizes() {
        return handled.stream().map(List::size).toList();
    }

    synchronized List<Change> changes() {
        return handled.stream().flatMap(List::stream).toList();
    }

    /** Returns attribute {@code v} of all changes that were handled. */
    synchronized List<Long> values() {
        return changes().stream().map(Recorder::value).toList();
    }

    /** Returns attribute {@code v} of the new image, or of the old image if the item was deleted. */
    static long value(Change change) {
        Item image = change.after() == null ? change.before() : change.after();
        return image != null && image.has("v") ? image.number("v").longValueExact() : -1;
    }
}
