package dev.varve.engine.support;

import dev.varve.table.Returning;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.WriteResult;
import java.util.List;

/** Runs an update at most once per token, as a transaction with one action. */
public final class OnceUpdate {

    private OnceUpdate() {}

    /** Returns the transaction that runs this update once. */
    public static TransactWrite transaction(Update update) {
        Update plain = new Update(update.key(), update.actions(), update.condition(), Returning.NOTHING, null);
        return new TransactWrite(List.of(new TransactWrite.Action(null, plain)), update.token());
    }

    /** Returns the result of the update from the result of its transaction. */
    public static WriteResult answer(TransactResult result) {
        if (result instanceof TransactResult.Cancelled cancelled
                && cancelled.reasons().get(0) instanceof Reason.ConditionFailed failed) {
            return new WriteResult.ConditionFailed(failed.existing(), result.capacity());
        }
        return new WriteResult.Written(null, result.capacity());
    }
}
