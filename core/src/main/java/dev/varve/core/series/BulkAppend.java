package dev.varve.core.series;

import dev.varve.core.Retry;
import dev.varve.core.Throttled;
import dev.varve.core.VarveException;
import dev.varve.core.key.Parts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
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
final class BulkAppend<E extends Record, C extends Record> {

    private final Function<E, CompletableFuture<Outcome<E, C>>> append;
    private final Function<E, @Nullable Parts> lane;
    private final LongConsumer progress;
    private final Semaphore free;
    private final AtomicLong finished = new AtomicLong();

    /**
     * @param lane what events share that must not overtake each other, or null for events that may
     * @param progress is told how many are finished, after each
     */
    BulkAppend(
            Function<E, CompletableFuture<Outcome<E, C>>> append,
            Function<E, @Nullable Parts> lane,
            int parallel,
            LongConsumer progress) {
        this.append = append;
        this.lane = lane;
        this.progress = progress;
        this.free = new Semaphore(parallel);
    }

    AppendReport<E, C> run(Iterator<E> events) {
        List<CompletableFuture<AppendReport.Entry<E, C>>> entries = new ArrayList<>();
        Map<Parts, CompletableFuture<AppendReport.Entry<E, C>>> lanes = new HashMap<>();
        while (events.hasNext()) {
            E event = events.next();
            free.acquireUninterruptibly();
            entries.add(start(event, lanes).whenComplete((entry, error) -> {
                free.release();
                progress.accept(finished.incrementAndGet());
            }));
        }
        return new AppendReport<>(entries.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<AppendReport.Entry<E, C>> start(
            E event, Map<Parts, CompletableFuture<AppendReport.Entry<E, C>>> lanes) {
        try {
            Parts key = lane.apply(event);
            CompletableFuture<AppendReport.Entry<E, C>> before = key == null ? null : lanes.get(key);
            CompletableFuture<AppendReport.Entry<E, C>> entry =
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
    private CompletableFuture<AppendReport.Entry<E, C>> next(E event, AppendReport.Entry<E, C> before) {
        VarveException error = before.error();
        if (error == null || error.retry() == Retry.NEVER) {
            return attempt(event);
        }
        var held = new Throttled(
                "series.append-held-back",
                "an event before this one failed for a reason that passes, and must not be overtaken: append both again");
        return CompletableFuture.completedFuture(new AppendReport.Entry<>(event, null, held));
    }

    private CompletableFuture<AppendReport.Entry<E, C>> attempt(E event) {
        CompletableFuture<Outcome<E, C>> outcome;
        try {
            outcome = append.apply(event);
        } catch (VarveException refused) {
            outcome = CompletableFuture.failedFuture(refused);
        }
        return entry(event, outcome);
    }

    /** Returns what is reported of an event; fails only where something is wrong with the program. */
    static <E extends Record, C extends Record> CompletableFuture<AppendReport.Entry<E, C>> entry(
            E event, CompletableFuture<Outcome<E, C>> outcome) {
        return outcome.handle((result, error) -> {
            Throwable cause = error instanceof CompletionException ? error.getCause() : error;
            if (cause != null && !(cause instanceof VarveException)) {
                throw new CompletionException(cause);
            }
            return new AppendReport.Entry<>(event, result, (VarveException) cause);
        });
    }
}
