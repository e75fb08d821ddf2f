package dev.varve.testkit.contract.feed;

import dev.varve.feed.Change;
import dev.varve.feed.ChangeHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A handler that postpones all changes until it is flushed, and fails on one value. */
final class Collector implements ChangeHandler {

    private final long poison;
    private final List<Long> collected = new ArrayList<>();
    private final List<List<Long>> flushed = new ArrayList<>();
    private final List<Long> handled = new ArrayList<>();

    Collector() {
        this(Long.MIN_VALUE);
    }

    Collector(long poison) {
        this.poison = poison;
    }

    @Override
    public CompletableFuture<Void> handle(List<Change> changes) {
        List<Long> values = changes.stream().map(Recorder::value).toList();
        if (values.contains(poison)) {
            return CompletableFuture.failedFuture(new IllegalStateException("poison"));
        }
        handled.addAll(values);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Boolean> collect(List<Change> changes) {
        changes.forEach(change -> collected.add(Recorder.value(change)));
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<Void> flush() {
        List<Long> all = List.copyOf(collected);
        collected.clear();
        if (all.contains(poison)) {
            return CompletableFuture.failedFuture(new IllegalStateException("poison"));
        }
        flushed.add(all);
        return CompletableFuture.completedFuture(null);
    }

    /** Returns the values of each flush. */
    List<List<Long>> flushed() {
        return flushed;
    }

    /** Returns the values that were handled at once. */
    List<Long> handled() {
        return handled;
    }
}
