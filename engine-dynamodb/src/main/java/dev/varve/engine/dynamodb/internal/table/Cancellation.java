package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.plan.Phrasing;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.engine.support.Cost;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.Update;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;

/**
 * Why a transaction was cancelled: a caller's condition failed, or only a guessed phrasing was wrong.
 *
 * @param reasons the callers' conditions that failed
 * @param next phrasings that fit the stored items, for another attempt
 * @param refusedCost the cost if a condition failed, before doubling
 * @param guessedCost the cost if only a guess was wrong, before doubling
 */
record Cancellation(List<Reason> reasons, List<Phrasing> next, Capacity refusedCost, Capacity guessedCost) {

    /** Reads the reasons of a cancellation; rejects an update that does not fit its stored item. */
    static Cancellation of(List<Transactions.Part> parts, List<CancellationReason> causes, OnceTokens.Wording wording) {
        List<Reason> reasons = new ArrayList<>(parts.size());
        List<Phrasing> next = new ArrayList<>(wording.phrasings());
        Capacity refused = Capacity.NONE;
        Capacity guessed = Capacity.NONE;
        for (int i = 0; i < parts.size(); i++) {
            Transactions.Part part = parts.get(i);
            boolean failed = "ConditionalCheckFailed".equals(causes.get(i).code());
            Item stored = failed ? ItemConversion.readIfAny(causes.get(i).item()) : null;
            Item live = part.schema().live(stored, wording.now());
            Capacity attempted = Cost.attempted(part.write());
            Capacity cost = failed ? Cost.failedWrite(part.write(), stored) : attempted;
            guessed = guessed.plus(cost);
            if (failed && !isGuess(part, live)) {
                reasons.add(new Reason.ConditionFailed(live));
                refused = refused.plus(cost);
                continue;
            }
            reasons.add(Reason.none());
            refused = refused.plus(attempted);
            if (failed && part.write() instanceof Update update) {
                next.set(i, Phrasing.fitting(part.schema(), update, stored, wording.now()));
            }
        }
        return new Cancellation(reasons, next, refused, guessed);
    }

    private static boolean isGuess(Transactions.Part part, @Nullable Item live) {
        return part.write() instanceof Update && part.write().condition().test(live == null ? Item.empty() : live);
    }

    /** Returns whether a caller's condition failed, so that no retry is needed. */
    boolean isFinal() {
        return reasons.stream().anyMatch(Reason.ConditionFailed.class::isInstance);
    }
}
