package dev.varve.series.internal;

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
 * Appends many events, several at a time.
 *
 * <p>Events that share a current record are appended one after the other, in their order: side by side an older one
 * could come second and be stale.
 */
public final class BulkAppend<E extends Record> {

    private final Function<E, CompletableFuture<Outcome<E>>> append;
    private final Function<E, @Nullable Parts> lane;
    private final LongConsumer progress;
    private final AtomicLong finished = new AtomicLong();
    private final List<CompletableFuture<AppendReport.Entry<E>>> entries = new ArrayList<>();
    private final Map<Parts, CompletableFuture<AppendReport.Entry<E>>> lanes = new HashMap<>();

    // Guarded by this.
    private int free;
    private @Nullable CompletableFuture<Void> room;

    /**
     * @param lane what events share that must not overtake each other, or null for events that may
     * @param progress is told how many are finished, after each
     */
    public BulkAppend(
            Function<E, CompletableFuture<Outcome<E>>> append,
            Function<E, @Nullable Parts> lane,
            int parallel,
            LongConsumer progress) {
        this.append = append;
        this.lane = lane;
        this.progress = progress;
        this.free = parallel;
    }

    /** Appends on the caller's thread, which waits while enough appends are under way. */
    public AppendReport<E> run(Iterator<E> events) {
        while (events.hasNext()) {
            E event = events.next();
            BlockingTable.await(room());
            begin(event);
        }
        return BlockingTable.await(report());
    }

    /** Appends without holding a thread: the completion of an append begins the next one. */
    public CompletableFuture<AppendReport<E>> runAsync(Iterator<E> events) {
        return AsyncLoop.whileTrue(() -> room().thenApply(free -> {
                    boolean hasNext = events.hasNext();
                    if (hasNext) {
                        begin(events.next());
                    }
                    return hasNext;
                }))
                .thenCompose(begun -> report());
    }

    /** Returns what completes once fewer appends are under way than may be; asked for by one thread at a time. */
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
            Parts key = lane.apply(event);
            CompletableFuture<AppendReport.Entry<E>> before = key == null ? null : lanes.get(key);
            CompletableFuture<AppendReport.Entry<E>> entry =
                    before == null ? attempt(event) : before.thenCompose(done -> next(event, done));
            if (key != null) {
                lanes.put(key, entry);
            }
            return entry;
        } catch (VarveException refused) {
            return CompletableFuture.completedFuture(new AppendReport.Entry<>(event, null, refused));
        }
    }

    /** Appends what comes after another event, or leaves it over with that one: sent alone it would overtake it. */
    private CompletableFuture<AppendReport.Entry<E>> next(E event, AppendReport.Entry<E> before) {
        VarveException error = before.error();
        if (error == null || error.retry() == Retry.NEVER) {
            return attempt(event);
        }
        var held = new Throttled(
                "series.append-held-back",
                "an event before this one failed for a reason that passes, and must not be overtaken: append both"
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

    /** Returns what is reported of an event; fails only where something is wrong with the program. */
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
