package dev.varve.testkit.fault;

import dev.varve.table.Journal;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A journal of a {@link FaultyEngine}: every call may fail. */
final class FaultyJournal implements Journal {

    private final FaultyEngine engine;
    private final Journal journal;

    FaultyJournal(FaultyEngine engine, Journal journal) {
        this.engine = engine;
        this.journal = journal;
    }

    @Override
    public CompletableFuture<Appended> append(byte[] content) {
        return engine.write(() -> journal.append(content));
    }

    @Override
    public CompletableFuture<List<Entry>> read(long after) {
        return engine.read(() -> journal.read(after));
    }

    @Override
    public CompletableFuture<Void> trim(long upTo) {
        return engine.write(() -> journal.trim(upTo));
    }

    @Override
    public CompletableFuture<Long> trimmed() {
        return engine.read(journal::trimmed);
    }
}
