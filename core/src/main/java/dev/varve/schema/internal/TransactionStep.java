package dev.varve.schema.internal;

import dev.varve.table.Capacity;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One planned step of a transaction, ready to be sent together with others.
 *
 * @param before writes that come before the transaction and do no harm if it fails; returns the capacity they consumed
 * @param actions the writes of this step
 * @param cause reads the reasons of a cancelled transaction, one for each action
 * @param <O> the outcome of the step
 */
public record TransactionStep<O>(
        Supplier<CompletableFuture<Capacity>> before,
        List<TransactWrite.Action> actions,
        Function<List<TransactResult.Reason>, CancelCause<O>> cause) {

    public TransactionStep {
        actions = List.copyOf(actions);
    }

    public static <O> TransactionStep<O> of(
            List<TransactWrite.Action> actions, Function<List<TransactResult.Reason>, CancelCause<O>> cause) {
        return new TransactionStep<>(() -> CompletableFuture.completedFuture(Capacity.NONE), actions, cause);
    }
}
