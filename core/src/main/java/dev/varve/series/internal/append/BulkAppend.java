package dev.varve.series.internal.append;

import dev.varve.error.Retry;
import dev.varve.error.Throttled;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.key.Parts;
import dev.varve.series.AppendReport;
import dev.varve.series.Outcome;
import dev.varve.table.BlockingTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends many events, several of them in parallel.
 *
 * <p>Events that share a current record are appended one after the other, in their order. In parallel, an older event
 * could arrive second and be stale.
 */
final class BulkAppend<E extends Record> {

    private final Function<E, CompletableFuture<Outcome<E>>> append;
    private final Function<E, @Nullable Parts> queue;
    private final LongConsumer progress;
    private final AtomicLong finished = new AtomicLong();
    private final List<CompletableFuture<AppendReport.Entry<E>>> entries = new ArrayList<>();
    private final Map<Parts, CompletableFuture<AppendReport.Entry<E>>> queues = new HashMap<>();

    // Guarded by this.
    private int free;
    private @Nullable CompletableFuture<Void> room;

    /**
     * @param queue returns the identity whose events must stay in order, or null for events in any order
     * @param progress called after each append with the number of finished appends
     */
    BulkAppend(
            Function<E, CompletableFuture<Outcome<E>>> append,
            Function<E, @Nullable Parts> queue,
            int parallel,
            LongConsumer progress) {
        this.append = append;
        this.queue = queue;
        this.progress = progress;
        this.free = parallel;
    }

    /** Appends on the caller's thread, which waits while the limit of parallel appends is reached. */
    AppendReport<E> run(Iterator<E> events) {
        while (events.hasNext()) {
            E event = events.next();
            BlockingTable.await(room());
            begin(event);
        }
        return BlockingTable.await(report());
    }

    /** Appends without blocking a thread: the completion of one append starts the next. */
    CompletableFuture<AppendReport<E>> runAsync(Iterator<E> events) {
        return AsyncLoop.whileTrue(() -> room().thenApply(free -> {
                    boolean hasNext = events.hasNext();
                    if (hasNext) {
                        begin(events.next());
                    }
                    return hasNext;
                }))
                .thenCompose(begun -> report());
    }

    /** Returns a future that completes when another append may start. Called by one thread at a time. */
    private synchronized CompletableFuture<Void> room() {
        if (free > 0) {
            return CompletableFuture.completedFuture(null);
        }
        room = new CompletableFuture<>();
        return room;
    }

    private void begin(E event) {
        synchronized (this) {
            free--;
        }
        entries.add(start(event).whenComplete((entry, error) -> {
            try {
                progress.accept(finished.incrementAndGet());
            } finally {
                freed();
            }
        }));
    }

    private void freed() {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            free++;
            waiting = room;
            room = null;
        }
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    private CompletableFuture<AppendReport<E>> report() {
        return CompletableFuture.allOf(entries.toArray(CompletableFuture[]::new))
                .thenApply(all -> new AppendReport<>(
                        entries.stream().map(CompletableFuture::join).toList()));
    }

    private CompletableFuture<AppendReport.Entry<E>> start(E event) {
        try {
            Parts key = queue.apply(event);
            CompletableFuture<AppendReport.Entry<E>> before = key == null ? null : queues.get(key);
            CompletableFuture<AppendReport.Entry<E>> entry =
                    before == null ? attempt(event) : before.thenCompose(done -> next(event, done));
            if (key != null) {
                queues.put(key, entry);
            }
            return entry;
        } catch (VarveException refused) {
            return CompletableFuture.completedFuture(new AppendReport.Entry<>(event, null, refused));
        }
    }

    /**
     * Appends an event after the previous one of its queue. If that one failed and can be retried, the event is held
     * back to keep the order.
     */
    private CompletableFuture<AppendReport.Entry<E>> next(E event, AppendReport.Entry<E> before) {
        VarveException error = before.error();
        if (error == null || error.retry() == Retry.NEVER) {
            return attempt(event);
        }
        var held = new Throttled(
                "series.append-held-back",
                "held back because an earlier event of the same current record failed and can be retried: append both"
                        + " again");
        return CompletableFuture.completedFuture(new AppendReport.Entry<>(event, null, held));
    }

    private CompletableFuture<AppendReport.Entry<E>> attempt(E event) {
        CompletableFuture<Outcome<E>> outcome;
        try {
            outcome = append.apply(event);
        } catch (VarveException refused) {
            outcome = CompletableFuture.failedFuture(refused);
        }
        return entry(event, outcome);
    }

    /** Returns the report entry of an event; fails only for unexpected errors, which are bugs. */
    static <E extends Record> CompletableFuture<AppendReport.Entry<E>> entry(
            E event, CompletableFuture<Outcome<E>> outcome) {
        return outcome.handle((result, error) -> {
            Throwable cause = error == null ? null : AsyncLoop.failure(error);
            if (cause != null && !(cause instanceof VarveException)) {
                throw new CompletionException(cause);
            }
            return new AppendReport.Entry<>(event, result, (VarveException) cause);
        });
    }
}
