package dev.varve.engine.support;

import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.TableSchema;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction does to the stored items: the decisions on its writes, and the result, which says whether to apply
 * them.
 */
public record TransactionDecision(List<WriteDecision> decisions, TransactResult result) {

    /**
     * One write of a transaction and the item stored under its key.
     *
     * @param isForeign whether the write goes to another table than the one the transaction was sent to
     */
    public record Part(
            TableSchema schema, Write write, @Nullable Item stored, boolean isForeign) {

        private Capacity named(Capacity capacity) {
            return isForeign ? capacity.qualified(schema.name()) : capacity;
        }
    }

    public TransactionDecision {
        decisions = List.copyOf(decisions);
    }

    /** Decides on all writes of a transaction; one failed condition cancels all of them. */
    public static TransactionDecision of(List<Part> parts, Instant now) {
        List<WriteDecision> decisions = new ArrayList<>(parts.size());
        for (Part part : parts) {
            decisions.add(WriteDecision.of(part.schema(), part.write(), part.stored(), now));
        }
        boolean cancelled = decisions.stream().anyMatch(WriteDecision.Refuse.class::isInstance);
        return new TransactionDecision(
                decisions, cancelled ? cancelled(parts, decisions) : committed(parts, decisions, now));
    }

    private static TransactResult committed(List<Part> parts, List<WriteDecision> decisions, Instant now) {
        Capacity capacity = Capacity.NONE;
        boolean twice = false;
        Capacity firstTry = Capacity.NONE;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Item live = part.schema().live(part.stored(), now);
            boolean fails = WriteDecision.needsSecondRequest(part.write(), part.stored(), live);
            twice |= fails;
            firstTry =
                    firstTry.plus(fails ? Cost.failedWrite(part.write(), part.stored()) : Cost.attempted(part.write()));
            WriteDecision decision = decisions.get(i);
            Capacity once = decision instanceof WriteDecision.Apply apply
                    ? Cost.write(part.schema(), apply.stored(), apply.after())
                    : decision.capacity();
            capacity = capacity.plus(part.named(once));
        }
        return new TransactResult.Committed(Cost.twice(twice ? capacity.plus(firstTry) : capacity));
    }

    private static TransactResult cancelled(List<Part> parts, List<WriteDecision> decisions) {
        Capacity capacity = Capacity.NONE;
        List<Reason> reasons = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            if (decisions.get(i) instanceof WriteDecision.Refuse refuse) {
                capacity = capacity.plus(refuse.capacity());
                reasons.add(new Reason.ConditionFailed(refuse.existing()));
            } else {
                capacity = capacity.plus(Cost.attempted(parts.get(i).write()));
                reasons.add(Reason.none());
            }
        }
        return new TransactResult.Cancelled(reasons, Cost.twice(capacity));
    }

    /** Returns the cost of a transaction that was already carried out under its token; DynamoDB bills reads for it. */
    public static Capacity repeated(List<Part> parts) {
        Capacity capacity = Capacity.NONE;
        for (Part part : parts) {
            capacity = capacity.plus(Cost.transactRead(part.stored()));
        }
        return capacity;
    }
}
