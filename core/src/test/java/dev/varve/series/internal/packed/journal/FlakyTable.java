package dev.varve.series.internal.packed.journal;

import dev.varve.engine.ForwardingTable;
import dev.varve.error.OutcomeUnknown;
import dev.varve.error.Throttled;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Delete;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.Page;
import dev.varve.table.Put;
import dev.varve.table.Query;
import dev.varve.table.Table;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** A table whose writes meet faults, and that runs other work before each call. */
final class FlakyTable extends ForwardingTable {

    /** What happens to a write. */
    enum Fault {
        NONE,
        /** It is not carried out, and the caller knows. */
        THROTTLED,
        /** It is carried out, and the caller does not know. */
        LOST,
        /** It is carried out by {@link #deliver}, and the caller does not know. */
        LATE,
        /** It is carried out twice, as by a client that repeats a request whose response was lost. */
        REPEATED
    }

    private final List<Runnable> late = new ArrayList<>();
    private Function<Write, Fault> faults = write -> Fault.NONE;
    private Runnable interruption = () -> {};
    private int reads;

    FlakyTable(Table table) {
        super(table);
    }

    void meet(Function<Write, Fault> newFaults) {
        faults = newFaults;
    }

    /** Gives the next write this fault. */
    void meetOnce(Fault fault) {
        faults = write -> {
            faults = next -> Fault.NONE;
            return fault;
        };
    }

    void beforeEachCall(Runnable work) {
        interruption = work;
    }

    /** Carries out the late writes. */
    void deliver() {
        List<Runnable> arriving = List.copyOf(late);
        late.clear();
        arriving.forEach(Runnable::run);
    }

    int reads() {
        return reads;
    }

    private <T> CompletableFuture<T> write(Write request, Supplier<CompletableFuture<T>> call) {
        interruption.run();
        return switch (faults.apply(request)) {
            case NONE -> call.get();
            case THROTTLED -> CompletableFuture.failedFuture(new Throttled("test.throttled", "throttled on purpose"));
            case LOST -> call.get().thenCompose(done -> unknown());
            case LATE -> {
                late.add(() -> call.get().join());
                yield unknown();
            }
            case REPEATED -> call.get().thenCompose(done -> call.get());
        };
    }

    private static <T> CompletableFuture<T> unknown() {
        return CompletableFuture.failedFuture(new OutcomeUnknown("test.lost", "lost on purpose"));
    }

    @Override
    public CompletableFuture<WriteResult> put(Put put) {
        return write(put, () -> delegate().put(put));
    }

    @Override
    public CompletableFuture<WriteResult> update(Update update) {
        return write(update, () -> delegate().update(update));
    }

    @Override
    public CompletableFuture<WriteResult> delete(Delete delete) {
        return write(delete, () -> delegate().delete(delete));
    }

    @Override
    public CompletableFuture<BatchWriteResult> batchWrite(BatchWrite batch) {
        return write(batch.writes().get(0), () -> delegate().batchWrite(batch));
    }

    @Override
    public CompletableFuture<GetResult> get(Get get) {
        interruption.run();
        reads++;
        return delegate().get(get);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        interruption.run();
        reads++;
        return delegate().query(query);
    }
}
