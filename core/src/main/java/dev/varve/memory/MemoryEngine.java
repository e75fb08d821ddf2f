package dev.varve.memory;

import dev.varve.engine.Engine;
import dev.varve.engine.support.SchemaDrift;
import dev.varve.error.Rejected;
import dev.varve.error.Unavailable;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Journal;
import dev.varve.table.Limits;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An engine that keeps its tables in memory, for tests and as the reference for the other engines. */
public final class MemoryEngine implements Engine, FeedSource {

    /** The number of changes kept per table; older ones are trimmed. */
    public static final int DEFAULT_KEPT_CHANGES = 1_000_000;

    private final InstantSource clock;
    private final int keptChanges;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, MemoryTable> tables = new HashMap<>();
    private final Map<String, UsedToken> tokens = new HashMap<>();
    private final Map<String, MemoryJournal> journals = new HashMap<>();
    private boolean closed;

    private record UsedToken(long fingerprint, Instant validUntil) {}

    /** Creates an engine that keeps {@link #DEFAULT_KEPT_CHANGES} changes per table. */
    public MemoryEngine(InstantSource clock) {
        this(clock, DEFAULT_KEPT_CHANGES);
    }

    /** Creates an engine that keeps this number of changes per table. */
    public MemoryEngine(InstantSource clock, int keptChanges) {
        this.clock = clock;
        this.keptChanges = keptChanges;
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return locked(() -> {
            MemoryTable existing = tables.computeIfAbsent(
                    schema.name(), name -> new MemoryTable(this, schema, new MemoryFeed(this, keptChanges)));
            List<String> differences = SchemaDrift.between(schema, existing.schema());
            if (!differences.isEmpty()) {
                throw new Rejected(
                        "table.drift",
                        "table %s is not as declared: %s".formatted(schema.name(), String.join("; ", differences)));
            }
            return existing;
        });
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return locked(() -> {
            MemoryTable existing = tables.get(schema.name());
            return existing == null ? List.of() : SchemaDrift.between(schema, existing.schema());
        });
    }

    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        lock.lock();
        try {
            return Optional.of(journals.computeIfAbsent(schema.name() + "/" + name, first -> new MemoryJournal(this)));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public ChangeFeed changes(String table) {
        TableSchema schema = table(table).schema();
        if (schema.changes() == TableSchema.Changes.NOT_KEPT) {
            throw new Rejected(
                    "feed.not-kept", "table %s is declared without changes and has no change feed".formatted(table));
        }
        return table(table).feed();
    }

    /** Removes the expired items of all tables and records their expiry in the feed. */
    public void sweepExpired() {
        locked(() -> {
                    tables.values().forEach(MemoryTable::sweepExpired);
                    return true;
                })
                .join();
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    MemoryTable table(String name) {
        MemoryTable table = tables.get(name);
        if (table == null) {
            throw new Rejected("table.not-open", "table %s is not open on this engine: open it first".formatted(name));
        }
        return table;
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Returns whether the transaction with this token was already carried out; rejects a token used for another
     * transaction.
     */
    boolean isDone(@Nullable String token, long fingerprint) {
        tokens.values().removeIf(used -> used.validUntil().isBefore(now()));
        UsedToken used = token == null ? null : tokens.get(token);
        if (used != null && used.fingerprint() != fingerprint) {
            throw new Rejected(
                    "transaction.token-reused",
                    "token \"%s\" was used for another transaction within the last %s minutes: use a new token for new content"
                            .formatted(token, Limits.TOKEN_VALIDITY.toMinutes()));
        }
        return used != null;
    }

    void remember(@Nullable String token, long fingerprint) {
        if (token != null) {
            tokens.put(token, new UsedToken(fingerprint, now().plus(Limits.TOKEN_VALIDITY)));
        }
    }

    /** Runs the work under the engine's lock and returns its result, or its error, as a completed future. */
    <T> CompletableFuture<T> locked(Supplier<? extends T> work) {
        lock.lock();
        try {
            if (closed) {
                throw new Unavailable("engine.closed", "the engine is closed");
            }
            return CompletableFuture.completedFuture(work.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        } finally {
            lock.unlock();
        }
    }
}
