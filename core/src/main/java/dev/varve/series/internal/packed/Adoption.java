package dev.varve.series.internal.packed;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.series.ConflictPolicy;
import dev.varve.table.Condition;
import dev.varve.table.Journal;
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
final class Adoption {

    private final PackedStore store;
    private final ConflictPolicy conflicts;
    private final AtomicBoolean isRunning = new AtomicBoolean();

    // The journals that were taken over, in the order in which they are applied, with the last record that was. A
    // failure is
    // not the end: they are continued with the next run, because nobody else takes them over.
    private final Map<Journals.Abandoned, Long> unfinished = new LinkedHashMap<>();

    // The journals whose rows are taken over, with their last record, until they are trimmed.
    private final Map<Journals.Abandoned, Long> adoptedUpTo = new HashMap<>();

    Adoption(PackedStore store, ConflictPolicy conflicts) {
        this.store = store;
        this.conflicts = conflicts;
    }

    /** Forgets all journals, because this process continues under another name: it takes them over again. */
    synchronized void restart() {
        unfinished.clear();
        adoptedUpTo.clear();
    }

    /** Takes over all journals that are abandoned now, and trims those that consumers have read meanwhile. */
    CompletableFuture<Void> run() {
        if (!isRunning.compareAndSet(false, true)) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.completedFuture(store.journals())
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
        return store.unneeded(abandoned.writer(), last).thenCompose(unneeded -> {
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
        return store.unsealed(abandoned.writer(), entry)
                .thenCompose(changes ->
                        store.writeNow(changes.stream().map(this::write).toList()))
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
            store.others().adopted(abandoned.writer());
        }
    }

    private RowWrite write(RowChange change) {
        Row row = change.row();
        return row == null || change.isCorrection()
                ? RowWrite.when(change.identity(), change.tick(), row, Condition.always())
                : RowWrite.append(change.identity(), row, conflicts);
    }
}
