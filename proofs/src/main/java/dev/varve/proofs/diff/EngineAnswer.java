package dev.varve.proofs.diff;

import dev.varve.error.Rejected;
import dev.varve.error.VarveException;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.GetResult;
import dev.varve.table.Page;
import dev.varve.table.TransactGetResult;
import dev.varve.table.TransactResult;
import dev.varve.table.WriteResult;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of an engine, in a comparable form.
 *
 * @param kind the kind of result, with the type and the code of an error
 * @param content the returned content, null if it is not compared
 * @param capacity the consumed capacity, null if it is not compared
 */
record EngineAnswer(
        String kind, @Nullable Object content, @Nullable Capacity capacity) {

    /** A failed condition. Only embedded engines report its capacity; DynamoDB bills it without reporting it. */
    static final String FAILED = "condition failed";

    static final String CANCELLED = "cancelled";

    private static final String REFUSED = Rejected.class.getSimpleName();

    static EngineAnswer of(Object result) {
        if (result instanceof GetResult get) {
            return new EngineAnswer("found", get.find(), get.capacity());
        } else if (result instanceof WriteResult.Written written) {
            return new EngineAnswer("written", written.find(), written.capacity());
        } else if (result instanceof WriteResult.ConditionFailed failed) {
            return new EngineAnswer(FAILED, failed.find(), failed.capacity());
        } else if (result instanceof BatchGetResult batch) {
            return new EngineAnswer("batch", List.of(batch.found(), batch.unprocessed()), batch.capacity());
        } else if (result instanceof BatchWriteResult batch) {
            return new EngineAnswer("batch", batch.unprocessed(), batch.capacity());
        } else if (result instanceof TransactGetResult get) {
            return new EngineAnswer("found", get.items(), get.capacity());
        } else if (result instanceof TransactResult.Committed committed) {
            return new EngineAnswer("committed", null, committed.capacity());
        } else if (result instanceof TransactResult.Cancelled cancelled) {
            return new EngineAnswer(CANCELLED, cancelled.reasons(), cancelled.capacity());
        } else if (result instanceof Page page) {
            return new EngineAnswer(
                    "page",
                    List.of(page.items(), page.count(), page.examined(), Objects.toString(page.next(), "last")),
                    page.capacity());
        }
        throw new IllegalArgumentException("unknown result: " + result);
    }

    static EngineAnswer ofError(Throwable error) {
        return error instanceof VarveException known
                ? new EngineAnswer(known.getClass().getSimpleName() + " " + known.code(), null, null)
                : new EngineAnswer("broken: " + error, null, null);
    }

    boolean isRefusal() {
        return kind.startsWith(REFUSED);
    }

    EngineAnswer withoutCapacity() {
        return withCapacity(null);
    }

    EngineAnswer withCapacity(@Nullable Capacity other) {
        return new EngineAnswer(kind, content, other);
    }

    boolean isFailure() {
        return kind.equals(FAILED) || kind.equals(CANCELLED);
    }

    @Override
    public String toString() {
        return kind + (content == null ? "" : " " + Shown.of(content)) + (capacity == null ? "" : "  " + capacity);
    }
}
