package dev.varve.series.internal.packed;

import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.series.ConflictPolicy;
import dev.varve.table.Condition;
import dev.varve.table.Journal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes over the rows of processes that have ended: their journals are read, the rows are appended to the own journal, and
 * then theirs are trimmed. A row is written once, however often this happens.
 */
final class Adoption {

    private final PackedStore store;
    private final Frame frames;
    private final ConflictPolicy conflicts;

    // The journals whose rows are taken over, with their last record, until they are trimmed.
    private final Map<Journals.Abandoned, Long> adoptedUpTo = new ConcurrentHashMap<>();

    Adoption(PackedStore store, Frame frames, ConflictPolicy conflicts) {
        this.store = store;
        this.frames = frames;
        this.conflicts = conflicts;
    }

    /** Takes over all journals that are abandoned now, and trims those that consumers have read meanwhile. */
    CompletableFuture<Void> run() {
        return store.journals()
                .takeOver()
                .thenCompose(journals -> ParallelCalls.map(journals, 1, this::adopt))
                .thenCompose(adopted -> ParallelCalls.map(List.copyOf(adoptedUpTo.keySet()), 1, this::trim))
                .thenAccept(trimmed -> {});
    }

    /** Rows that did not change are not in the own journal, so consumers of events still need the one that holds them. */
    private CompletableFuture<Void> trim(Journals.Abandoned abandoned) {
        long last = Objects.requireNonNull(adoptedUpTo.get(abandoned));
        return store.unneeded(abandoned.writer(), last)
                .thenCompose(unneeded -> unneeded < last
                        ? CompletableFuture.completedFuture(null)
                        : abandoned.journal().trim(last).thenAccept(done -> adoptedUpTo.remove(abandoned)));
    }

    private CompletableFuture<Void> adopt(Journals.Abandoned abandoned) {
        Journal journal = abandoned.journal();
        long[] last = {0};
        return AsyncLoop.whileTrue(() -> journal.read(last[0]).thenCompose(entries -> {
                    if (entries.isEmpty()) {
                        return CompletableFuture.completedFuture(false);
                    }
                    return ParallelCalls.map(entries, 1, entry -> store.writeNow(writes(entry)))
                            .thenApply(written -> {
                                last[0] = entries.get(entries.size() - 1).number();
                                return true;
                            });
                }))
                .thenAccept(read -> {
                    if (last[0] > 0) {
                        adoptedUpTo.put(abandoned, last[0]);
                    }
                });
    }

    private List<RowWrite> writes(Journal.Entry entry) {
        return frames.decode(entry.content()).stream()
                .map(change -> change.row() == null || change.isCorrection()
                        ? RowWrite.when(change.identity(), change.tick(), change.row(), Condition.always())
                        : RowWrite.append(change.identity(), change.row(), conflicts))
                .toList();
    }
}
