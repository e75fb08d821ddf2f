package dev.varve.series.internal.packed;

import dev.varve.table.Journal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The journal of an engine as another process sees it, after the one before ended without closing it. */
final class ReopenedJournal implements Journal {

    private final Journal journal;

    ReopenedJournal(Journal journal) {
        this.journal = journal;
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        return journal.append(content);
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return journal.read(after);
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        return journal.trim(upTo);
    }

    @Override
    public CompletableFuture<Long> trimmed() {
        return journal.trimmed();
    }
}
