package dev.varve.benchmarks;

import dev.varve.engine.Engine;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.GetResult;
import dev.varve.table.Journal;
import dev.varve.table.Page;
import dev.varve.table.Table;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactGetResult;
import dev.varve.table.TransactResult;
import dev.varve.table.WriteResult;
import dev.varve.testkit.InterceptedEngine;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.DoubleAdder;

/** A decorator that sums up the capacity that DynamoDB consumes or would have consumed. */
public final class CapacityEngine extends InterceptedEngine {

    private final DoubleAdder reads = new DoubleAdder();
    private final DoubleAdder writes = new DoubleAdder();

    /** Wraps an engine that has a feed of changes. */
    public CapacityEngine(Engine engine) {
        super(engine);
    }

    /** Returns the capacity consumed since the last call. */
    public Capacity.Units take() {
        return new Capacity.Units(reads.sumThenReset(), writes.sumThenReset());
    }

    /** Returns nothing: DynamoDB has no journal of its own, so the one in the table is metered. */
    @Override
    public Optional<Journal> journal(TableSchema schema, String name) {
        return Optional.empty();
    }

    @Override
    protected Object intercept(Table table, Method method, Object[] arguments) throws Throwable {
        if (!isRequest(method)) {
            return pass(table, method, arguments);
        }
        Object metered = ((CompletableFuture<?>) pass(table, method, arguments)).thenApply(this::metered);
        return metered;
    }

    private Object metered(Object answer) {
        Capacity.Units used = capacity(answer).total();
        reads.add(used.read());
        writes.add(used.write());
        return answer;
    }

    private static Capacity capacity(Object answer) {
        if (answer instanceof WriteResult result) {
            return result.capacity();
        } else if (answer instanceof GetResult result) {
            return result.capacity();
        } else if (answer instanceof Page result) {
            return result.capacity();
        } else if (answer instanceof BatchGetResult result) {
            return result.capacity();
        } else if (answer instanceof BatchWriteResult result) {
            return result.capacity();
        } else if (answer instanceof TransactGetResult result) {
            return result.capacity();
        }
        return ((TransactResult) answer).capacity();
    }
}
