package dev.varve.series.internal.packed;

import dev.varve.engine.ForwardingEngine;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.memory.MemoryEngine;
import dev.varve.table.Journal;
import dev.varve.table.TableSchema;
import java.util.Optional;

/** An engine of its own for each opening: the last one was not closed, as after a crash. */
final class ReopenedEngine extends ForwardingEngine implements FeedSource {
    private final MemoryEngine engine;

    ReopenedEngine(MemoryEngine engine) {
        super(engine);
        this.engine = engine;
    }

    @Override
    public ChangeFeed changes(String table) {
        return engine.changes(table);
    }

    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return engine.journal(schema, name).map(ReopenedJournal::new);
    }

    @Override
    public void close() {}
}
