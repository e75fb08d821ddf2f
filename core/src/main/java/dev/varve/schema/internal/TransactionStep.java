package dev.varve.schema.internal;

import dev.varve.table.Capacity;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One step of a transaction, ready to be carried out together with others.
 *
 * @param before what has to be written before the transaction, which does no harm if that fails; returns what it used
 * @param actions the writes of this step
 * @param refusal tells from the reasons of a cancelled transaction, one for each action, what stood in the way of this
 *     step, or {@link #OUTDATED}; empty if nothing did
 */
public record TransactionStep(
        Supplier<CompletableFuture<Capacity>> before,
        List<TransactWrite.Action> actions,
        Function<List<TransactResult.Reason>, Optional<Object>> refusal) {

    /** Stands for: what the step was planned from has changed, plan it again. */
    public static final Object OUTDATED = new Object();

    public TransactionStep {
        actions = List.copyOf(actions);
    }

    public static TransactionStep of(
            List<TransactWrite.Action> actions, Function<List<TransactResult.Reason>, Optional<Object>> refusal) {
        return new TransactionStep(() -> CompletableFuture.completedFuture(Capacity.NONE), actions, refusal);
    }
}
