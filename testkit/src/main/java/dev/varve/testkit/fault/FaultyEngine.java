package dev.varve.testkit.fault;

import dev.varve.engine.Engine;
import dev.varve.engine.ForwardingEngine;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.error.Unavailable;
import dev.varve.error.VarveException;
import dev.varve.feed.ChangeFeed;
import dev.varve.feed.FeedSource;
import dev.varve.table.Journal;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** A decorator whose tables and journals meet {@link Faults}; opening a table never fails. */
public final class FaultyEngine extends ForwardingEngine implements FeedSource {

    private final AtomicLong calls = new AtomicLong();
    private volatile Faults faults;

    public FaultyEngine(Engine engine, Faults faults) {
        super(engine);
        this.faults = faults;
    }

    /** Switches to another plan of faults; the numbering of calls continues. */
    public void meet(Faults other) {
        faults = other;
    }

    <T> CompletableFuture<T> read(Supplier<CompletableFuture<T>> call) {
        return call(call, call, text -> new Unavailable("fault.lost", text));
    }

    <T> CompletableFuture<T> write(Supplier<CompletableFuture<T>> call) {
        return call(call, call, text -> new OutcomeUnknown("fault.lost", text));
    }

    /** Reads a whole batch or half of it. */
    <T> CompletableFuture<T> readBatch(Supplier<CompletableFuture<T>> call, Supplier<CompletableFuture<T>> half) {
        return call(call, half, text -> new Unavailable("fault.lost", text));
    }

    /** Writes a whole batch or half of it. */
    <T> CompletableFuture<T> writeBatch(Supplier<CompletableFuture<T>> call, Supplier<CompletableFuture<T>> half) {
        return call(call, half, text -> new OutcomeUnknown("fault.lost", text));
    }

    private <T> CompletableFuture<T> call(
            Supplier<CompletableFuture<T>> call,
            Supplier<CompletableFuture<T>> half,
            Function<String, VarveException> lost) {
        Faults plan = faults;
        long number = calls.getAndIncrement();
        String where = "call %s".formatted(number);
        String why = "on purpose (seed %s)".formatted(plan.seed());
        return switch (plan.at(number)) {
            case NONE -> call.get();
            case THROTTLED ->
                CompletableFuture.failedFuture(new Throttled("fault.throttled", where + " is throttled " + why));
            case UNAVAILABLE ->
                CompletableFuture.failedFuture(
                        new Unavailable("fault.unavailable", where + " does not reach the service " + why));
            case UNSENT -> CompletableFuture.failedFuture(lost.apply(where + " is lost " + why));
            case LOST ->
                call.get()
                        .thenCompose(answer -> CompletableFuture.failedFuture(
                                lost.apply("the answer to " + where + " is lost " + why)));
            case PARTIAL -> half.get();
            case SLOW -> call.get().thenApplyAsync(answer -> answer, plan.slowly());
        };
    }

    @Override
    public CompletableFuture<Table> open(TableSchema schema) {
        return delegate().open(schema).thenApply(table -> new FaultyTable(this, table));
    }

    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return delegate().journal(schema, name).map(journal -> new FaultyJournal(this, journal));
    }

    @Override
    public ChangeFeed changes(String table) {
        return ((FeedSource) delegate()).changes(table);
    }
}
