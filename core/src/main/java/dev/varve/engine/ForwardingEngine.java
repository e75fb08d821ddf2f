package dev.varve.engine;

import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** An engine that forwards every call to another one; the base of decorators, which override what they change. */
public abstract class ForwardingEngine implements Engine {

    private final Engine delegate;

    protected ForwardingEngine(Engine delegate) {
        this.delegate = delegate;
    }

    /** Returns the decorated engine. */
    protected final Engine delegate() {
        return delegate;
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return delegate.open(schema);
    }

    @Override
    public CompletableFuture<List<String>> drift(TableSchema schema) {
        return delegate.drift(schema);
    }

    @Override
    public InstantSource clock() {
        return delegate.clock();
    }

    @Override
    public Optional<DiskSpace> diskSpace() {
        return delegate.diskSpace();
    }

    @Override
    public OptionalLong syncs() {
        return delegate.syncs();
    }

    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return delegate.journal(schema, name);
    }

    @Override
    public Optional<Executor> journalDelay() {
        return delegate.journalDelay();
    }

    @Override
    public void close() {
        delegate.close();
    }
}
