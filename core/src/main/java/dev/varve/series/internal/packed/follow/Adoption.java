package dev.varve.series.internal.packed.follow;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.series.internal.packed.hold.ConsumerHolds;
import dev.varve.series.internal.packed.journal.Journals;
import dev.varve.series.internal.packed.row.Row;
import dev.varve.series.internal.packed.row.RowChange;
import dev.varve.series.internal.packed.row.RowWrite;
import dev.varve.series.internal.packed.step.PackedState;
import dev.varve.series.internal.packed.step.StepLoop;
import dev.varve.table.Condition;
import dev.varve.table.Journal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Takes over the rows of processes that have ended: their journals are read, the rows that no block holds are appended to the own
 * journal, and then theirs are trimmed. A row is written once, however often this happens.
 */
public final class Adoption {

    private final PackedState state;
    private final StepLoop loop;
    private final ConsumerHolds holds;
    private final OtherWriters others;
    private final AtomicBoolean isRunning = new AtomicBoolean();
    private volatile Instant startedAt = Instant.EPOCH;

    // The journals that were taken over, in the order in which they are applied, with the last record that was. A
    // failure is
    // not the end: they are continued with the next run, because nobody else takes them over.
    private final Map<Journals.Abandoned, Long> unfinished = new LinkedHashMap<>();

    // The journals whose rows are taken over, with their last record, until they are trimmed.
    private final Map<Journals.Abandoned, Long> adoptedUpTo = new HashMap<>();

    public Adoption(PackedState state, StepLoop loop, ConsumerHolds holds, OtherWriters others) {
        this.state = state;
        this.loop = loop;
        this.holds = holds;
        this.others = others;
    }

    /** Forgets all journals, because this process continues under another name: it takes them over again. */
    public synchronized void restart() {
        unfinished.clear();
        adoptedUpTo.clear();
    }

    /** Takes over journals if it was not tried for a while. */
    public CompletableFuture<Void> runIfDue() {
        Instant now = state.now();
        if (now.isBefore(startedAt.plus(Journals.RENEW_EVERY)) && !now.isBefore(startedAt)) {
            return CompletableFuture.completedFuture(null);
        }
        startedAt = now;
        return run().whenComplete((done, error) -> {
            if (error != null) {
                startedAt = Instant.EPOCH;
                // If another process has taken the own journal over, the renewal finds out.
                loop.renewAtOnce();
            }
        });
    }

    /** Takes over all journals that are abandoned now, and trims those that consumers have read meanwhile. */
    private CompletableFuture<Void> run() {
        if (!isRunning.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.completedFuture(state.journals())
                .thenCompose(Journals::takeOver)
                .thenCompose(taken -> adoptAll(add(taken)))
                .thenCompose(adopted -> ParallelCalls.map(adopted(), 1, this::trim))
                .whenComplete((trimmed, error) -> isRunning.set(false))
                .thenAccept(trimmed -> {});
    }

    private synchronized List<Journals.Abandoned> add(List<Journals.Abandoned> taken) {
        for (Journals.Abandoned abandoned : taken) {
            long last = abandoned.journal().adoptedUpTo();
            if (last == 0) {
                unfinished.put(abandoned, 0L);
            } else {
                adoptedUpTo.put(abandoned, last);
            }
        }
        return new ArrayList<>(unfinished.keySet());
    }

    private synchronized List<Journals.Abandoned> adopted() {
        return List.copyOf(adoptedUpTo.keySet());
    }

    private synchronized long lastOf(Journals.Abandoned abandoned) {
        return adoptedUpTo.getOrDefault(abandoned, 0L);
    }

    /** Rows that did not change are not in the own journal, so consumers of events still need the one that holds them. */
    private CompletableFuture<Void> trim(Journals.Abandoned abandoned) {
        long last = lastOf(abandoned);
        return holds.unneeded(abandoned.writer(), last).thenCompose(unneeded -> {
            if (unneeded >= last) {
                return abandoned.journal().trim(last).thenAccept(done -> trimmed(abandoned));
            }
            return abandoned.journal().adoptedUpTo() == last
                    ? CompletableFuture.completedFuture(null)
                    : abandoned.journal().adopted(last);
        });
    }

    private synchronized void trimmed(Journals.Abandoned abandoned) {
        adoptedUpTo.remove(abandoned);
    }

    /** Applies one journal after the other, and does not skip one that fails. */
    private CompletableFuture<Void> adoptAll(List<Journals.Abandoned> journals) {
        Iterator<Journals.Abandoned> rest = journals.iterator();
        return AsyncLoop.whileTrue(() -> rest.hasNext()
                ? adopt(rest.next()).thenApply(adopted -> true)
                : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Void> adopt(Journals.Abandoned abandoned) {
        return AsyncLoop.whileTrue(() -> {
                    Long applied = applied(abandoned);
                    if (applied == null) {
                        // This process got another name meanwhile.
                        return CompletableFuture.completedFuture(false);
                    }
                    return abandoned
                            .journal()
                            .read(applied)
                            .thenCompose(entries -> ParallelCalls.map(entries, 1, entry -> adopt(abandoned, entry))
                                    .thenApply(written -> !entries.isEmpty()));
                })
                .thenAccept(read -> finished(abandoned));
    }

    private CompletableFuture<Void> adopt(Journals.Abandoned abandoned, Journal.Entry entry) {
        return loop.unsealed(abandoned.writer(), entry)
                .thenCompose(changes ->
                        loop.writeNow(changes.stream().map(this::write).toList()))
                .thenAccept(written -> applied(abandoned, entry.number()));
    }

    private synchronized @Nullable Long applied(Journals.Abandoned abandoned) {
        return unfinished.get(abandoned);
    }

    private synchronized void applied(Journals.Abandoned abandoned, long number) {
        unfinished.replace(abandoned, number);
    }

    private synchronized void finished(Journals.Abandoned abandoned) {
        Long last = unfinished.remove(abandoned);
        if (last != null && last > 0) {
            adoptedUpTo.put(abandoned, last);
            others.adopted(abandoned.writer());
        }
    }

    private RowWrite write(RowChange change) {
        Row row = change.row();
        return row == null || change.isCorrection()
                ? RowWrite.when(change.identity(), change.tick(), row, Condition.always())
                : RowWrite.append(change.identity(), row, state.conflicts());
    }
}
