package dev.varve.testkit;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Journal;
import dev.varve.table.TableSchema;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * An engine of its own for each opening of a database. A test that forgets a database without closing it, and opens another
 * one on another instance, finds what was durable, as after a crash. Closing it leaves the wrapped engine open.
 */
public final class ReopenedEngine extends ForwardingEngine implements FeedSource {

    public ReopenedEngine(Engine engine) {
        super(engine);
    }

    /** Returns the feed of the wrapped engine, which must have one. */
    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) delegate()).changes(table);
    }

    /** Returns a journal that Varve takes for one of another process: the database before is lost, and not closed. */
    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return delegate().journal(schema, name).map(ReopenedJournal::new);
    }

    private static final class ReopenedJournal implements Journal {
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

    @Override
    public void close() {}
}
