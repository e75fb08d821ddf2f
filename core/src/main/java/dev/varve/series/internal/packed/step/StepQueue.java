package dev.varve.series.internal.packed.step;

import dev.varve.error.Unavailable;
import dev.varve.internal.AsyncLoop;
import dev.varve.series.internal.packed.bucket.RowBatch;
import dev.varve.series.internal.packed.frame.Frame;
import dev.varve.series.internal.packed.row.RowResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the {@link StepLoop}: writes, and other work that must not run beside them. The thread that finds
 * the loop idle runs it, one step after the other.
 */
final class StepQueue {

    /** The most row changes of one step; a record of the journal holds them all. */
    private static final int MAX_STEP = Frame.MAX_CHANGES / 2;

    /** So many rows do not wait for more: their record has many KB, and the rest of its last KB costs little. */
    static final int FULL_STEP = 4_096;

    /**
     * Writes of one caller, or another piece of work.
     *
     * @param isUrgent whether the writes do not wait for others to share their record
     */
    record Waiting(
            RowBatch writes,
            CompletableFuture<List<RowResult>> results,
            @Nullable Supplier<CompletableFuture<Void>> work,
            boolean isUrgent) {}

    private final Function<List<Waiting>, CompletableFuture<Void>> step;
    private final ReentrantLock lock = new ReentrantLock();

    // Guarded by the lock.
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final StepDelay delay;
    private boolean isRunning;
    private boolean isClosed;

    /**
     * @param timer runs a task when writes have waited long enough for others; null if they do not wait
     * @param step carries out the writes of a step, or one piece of other work; its future never fails
     */
    StepQueue(@Nullable Executor timer, Function<List<Waiting>, CompletableFuture<Void>> step) {
        this.delay = new StepDelay(timer, this::runDelayed);
        this.step = step;
    }

    /** Adds writes that may wait for others. */
    CompletableFuture<List<RowResult>> write(RowBatch writes) {
        return add(new Waiting(writes, new CompletableFuture<>(), null, false));
    }

    /** Adds writes that do not wait for others. */
    CompletableFuture<List<RowResult>> writeNow(RowBatch writes) {
        return add(new Waiting(writes, new CompletableFuture<>(), null, true));
    }

    /** Adds work; the next step begins when its future is complete. */
    CompletableFuture<Void> run(Supplier<CompletableFuture<Void>> work) {
        return add(new Waiting(RowBatch.of(List.of()), new CompletableFuture<>(), work, true))
                .thenAccept(nothing -> {});
    }

    private CompletableFuture<List<RowResult>> add(Waiting next) {
        if (mustRun(next)) {
            run();
        }
        return next.results();
    }

    /** Adds what waits; returns whether the caller has to run the loop. */
    private boolean mustRun(Waiting next) {
        lock.lock();
        try {
            if (isClosed) {
                next.results()
                        .completeExceptionally(new Unavailable(
                                "packed.closed", "the packed series is closed: open the database again"));
                return false;
            }
            waiting.add(next);
            delay.added(next.writes().size(), next.isUrgent());
            if (isRunning || delay.mustWait()) {
                return false;
            }
            isRunning = true;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Carries out what waits, because it has waited long enough. */
    private void runDelayed() {
        lock.lock();
        try {
            if (!delay.over() || isRunning || waiting.isEmpty()) {
                return;
            }
            isRunning = true;
        } finally {
            lock.unlock();
        }
        run();
    }

    private void run() {
        var unused = AsyncLoop.whileTrue(() -> {
            List<Waiting> group = next();
            return group.isEmpty()
                    ? CompletableFuture.completedFuture(false)
                    : step.apply(group).thenApply(done -> true);
        });
    }

    /** Returns the writers of the next step, or one piece of other work; none ends the loop. */
    private List<Waiting> next() {
        lock.lock();
        try {
            List<Waiting> group = new ArrayList<>();
            int rows = 0;
            if (!waiting.isEmpty() && delay.mustWait()) {
                isRunning = false;
                return group;
            }
            while (!waiting.isEmpty() && (group.isEmpty() || joins(waiting.element(), rows))) {
                Waiting each = waiting.remove();
                delay.removed(each.writes().size(), each.isUrgent());
                rows += each.writes().size();
                group.add(each);
                if (each.work() != null) {
                    break;
                }
            }
            isRunning = !group.isEmpty();
            delay.taken();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private static boolean joins(Waiting next, int rows) {
        return next.work() == null && rows + next.writes().size() <= MAX_STEP;
    }

    /** Refuses everything from now on. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
        } finally {
            lock.unlock();
        }
    }
}
