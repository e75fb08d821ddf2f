package dev.varve;

import dev.varve.core.schema.OpenSchema;
import dev.varve.core.schema.Planned;
import dev.varve.core.series.OpenSeries;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Capacity;
import dev.varve.core.table.Condition;
import dev.varve.core.table.Table;
import dev.varve.core.table.TransactResult;
import dev.varve.core.table.TransactWrite;
import dev.varve.core.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Appends and writes of entities that are carried out all or none, up to DynamoDB's 100 actions; an append with a
 * transactional current record counts as two. Each step returns a new description, {@link #commit} carries it out.
 */
public final class Transaction {

    /** What became of a transaction. */
    public sealed interface Result {

        Capacity capacity();

        /** All steps were carried out. */
        record Committed(Capacity capacity) implements Result {}

        /**
         * Something stood in the way; nothing was written.
         *
         * @param refusals for each step, in order, what stood in its way: the outcome it would have had by itself; empty
         *     for steps that could have been carried out
         */
        record Cancelled(List<Optional<Object>> refusals, Capacity capacity) implements Result {
            public Cancelled {
                refusals = List.copyOf(refusals);
            }
        }
    }

    private final OpenSchema open;
    private final List<Planned> steps;
    private final @Nullable String token;

    Transaction(OpenSchema open) {
        this(open, List.of(), null);
    }

    private Transaction(OpenSchema open, List<Planned> steps, @Nullable String token) {
        this.open = open;
        this.steps = steps;
        this.token = token;
    }

    /** Adds an append. */
    public <E extends Record> Transaction append(OpenSeries<E, ?> series, E event) {
        return append(series, event, Condition.always());
    }

    /** Adds an append that stands only if the condition holds for the current record. */
    public <E extends Record> Transaction append(OpenSeries<E, ?> series, E event, Condition condition) {
        return and(series.plan(event, condition));
    }

    /** Adds a write of a table: a put, an update, a delete or a check. Its refusal is the reason the table gives. */
    public Transaction write(String table, Write write) {
        return and(Planned.of(
                List.of(new TransactWrite.Action(open.table(table).schema().name(), write)),
                reasons -> reasons.get(0) instanceof TransactResult.Reason.ConditionFailed failed
                        ? Optional.of(failed)
                        : Optional.empty()));
    }

    /** Adds a step that was planned elsewhere. */
    public Transaction and(Planned step) {
        List<Planned> more = new ArrayList<>(steps);
        more.add(step);
        return new Transaction(open, more, token);
    }

    /** Lets the transaction happen once however often it is sent with this token within ten minutes. */
    public Transaction once(String onceToken) {
        return new Transaction(open, steps, onceToken);
    }

    public Result commit() {
        return BlockingTable.await(commitAsync());
    }

    /** Carries all steps out, or none. */
    public CompletableFuture<Result> commitAsync() {
        TransactWrite transaction = new TransactWrite(
                steps.stream().flatMap(step -> step.actions().stream()).toList(), token);
        CompletableFuture<Capacity> before = CompletableFuture.completedFuture(Capacity.NONE);
        for (Planned step : steps) {
            before = before.thenCombine(step.before().get(), Capacity::plus);
        }
        Table first = open.table(open.schema().tables().get(0).name());
        return before.thenCompose(spent -> first.transactWrite(transaction).thenApply(result -> {
            Capacity used = spent.plus(result.capacity());
            return result instanceof TransactResult.Cancelled cancelled
                    ? new Result.Cancelled(refusals(cancelled.reasons()), used)
                    : new Result.Committed(used);
        }));
    }

    private List<Optional<Object>> refusals(List<TransactResult.Reason> reasons) {
        List<Optional<Object>> refusals = new ArrayList<>();
        int from = 0;
        for (Planned step : steps) {
            int to = from + step.actions().size();
            refusals.add(step.refusal().apply(reasons.subList(from, to)));
            from = to;
        }
        return refusals;
    }
}
