package dev.varve.proofs.diff;

import dev.varve.core.Rejected;
import dev.varve.core.VarveException;
import dev.varve.core.table.BatchGetResult;
import dev.varve.core.table.BatchWriteResult;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.GetResult;
import dev.varve.core.table.Page;
import dev.varve.core.table.TransactGetResult;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.WriteResult;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an engine answered, in a form that can be compared.
 *
 * @param kind what became of the request, with the type and the code of an error
 * @param content what was returned, null where it is not to be compared
 * @param capacity what it used, null where it is not to be compared
 */
record Answer(
        String kind, @Nullable Object content, @Nullable Capacity capacity) {

    /** A result that only embedded engines know the price of: DynamoDB bills it and reports nothing. */
    static final String FAILED = "condition failed";

    static final String CANCELLED = "cancelled";

    private static final String REFUSED = Rejected.class.getSimpleName();

    static Answer of(Object result) {
        if (result instanceof GetResult get) {
            return new Answer("found", get.find(), get.capacity());
        } else if (result instanceof WriteResult.Written written) {
            return new Answer("written", written.find(), written.capacity());
        } else if (result instanceof WriteResult.ConditionFailed failed) {
            return new Answer(FAILED, failed.find(), failed.capacity());
        } else if (result instanceof BatchGetResult batch) {
            return new Answer("batch", List.of(batch.found(), batch.unprocessed()), batch.capacity());
        } else if (result instanceof BatchWriteResult batch) {
            return new Answer("batch", batch.unprocessed(), batch.capacity());
        } else if (result instanceof TransactGetResult get) {
            return new Answer("found", get.items(), get.capacity());
        } else if (result instanceof TransactResult.Committed committed) {
            return new Answer("committed", null, committed.capacity());
        } else if (result instanceof TransactResult.Cancelled cancelled) {
            return new Answer(CANCELLED, cancelled.reasons(), cancelled.capacity());
        } else if (result instanceof Page page) {
            return new Answer(
                    "page",
                    List.of(page.items(), page.count(), page.examined(), Objects.toString(page.next(), "last")),
                    page.capacity());
        }
        throw new IllegalArgumentException("no answer: " + result);
    }

    static Answer ofError(Throwable error) {
        return error instanceof VarveException known
                ? new Answer(known.getClass().getSimpleName() + " " + known.code(), null, null)
                : new Answer("broken: " + error, null, null);
    }

    boolean isRefusal() {
        return kind.startsWith(REFUSED);
    }

    Answer withoutCapacity() {
        return withCapacity(null);
    }

    Answer withCapacity(@Nullable Capacity other) {
        return new Answer(kind, content, other);
    }

    boolean isFailure() {
        return kind.equals(FAILED) || kind.equals(CANCELLED);
    }

    @Override
    public String toString() {
        return kind + (content == null ? "" : " " + Shown.of(content)) + (capacity == null ? "" : "  " + capacity);
    }
}
