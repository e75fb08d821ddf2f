package dev.varve;

import dev.varve.entity.EntityDeletion;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.PreparedWrite;
import dev.varve.error.Throttled;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.TransactionStep;
import dev.varve.series.OpenSeries;
import dev.varve.table.BlockingTable;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactWrite;
import dev.varve.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends and writes of entities that are carried out all or none, up to DynamoDB's 100 actions; an append with a
 * transactional current record counts as two, and so does the correction of the event that record is of.
 *
 * <p>Each step is added to this transaction and returns it, so calls can be chained or made in a loop. {@link #commit}
 * carries all steps out. For one thread.
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

    /** Each attempt that comes to nothing means that another writer got through, so few are ever needed. */
    private static final int MAX_ATTEMPTS = 16;

    private final OpenSchema open;
    private final List<Supplier<CompletableFuture<TransactionStep>>> steps = new ArrayList<>();
    private @Nullable String token;

    Transaction(OpenSchema open) {
        this.open = open;
    }

    /** Copies a transaction as it is now: steps added later do not change a commit that is under way. */
    private Transaction(Transaction other) {
        this(other.open);
        steps.addAll(other.steps);
        token = other.token;
    }

    /** Adds an append; a series with {@code onConflict(REPLACE)} writes the event whatever is there. */
    public <E extends Record> Transaction append(OpenSeries<E, ?> series, E event) {
        return append(series, event, Condition.always());
    }

    /** Adds an append that stands only if the condition holds for the current record. */
    public <E extends Record> Transaction append(OpenSeries<E, ?> series, E event, Condition condition) {
        TransactionStep planned = series.plan(event, condition);
        return and(() -> CompletableFuture.completedFuture(planned));
    }

    /**
     * Puts an event in the place of the one with its clock and parts, however old that is; the current record follows if
     * it is of that event. Refused where there is none.
     */
    public <E extends Record> Transaction correct(OpenSeries<E, ?> series, E event) {
        return and(() -> series.planCorrection(event));
    }

    /**
     * Removes the event with the clock and parts of this one; the current record stays. Refused where there is none.
     */
    public <E extends Record> Transaction delete(OpenSeries<E, ?> series, E event) {
        TransactionStep planned = series.planDeletion(event);
        return and(() -> CompletableFuture.completedFuture(planned));
    }

    /** Adds a write of a table: a put, an update, a delete or a check. Its refusal is the reason the table gives. */
    public Transaction write(String table, Write write) {
        TransactionStep planned = TransactionStep.of(
                List.of(new TransactWrite.Action(open.table(table).schema().name(), write)),
                reasons -> reasons.get(0) instanceof TransactResult.Reason.ConditionFailed failed
                        ? Optional.of(failed)
                        : Optional.empty());
        return and(() -> CompletableFuture.completedFuture(planned));
    }

    /** Adds the creation of an entity that must not exist. */
    public <R extends Record> Transaction create(OpenEntities<R> entities, R record) {
        return plan(entities, () -> entities.plans().create(record));
    }

    /** Adds a put of an entity. */
    public <R extends Record> Transaction put(OpenEntities<R> entities, R record) {
        return plan(entities, () -> entities.plans().put(record));
    }

    /** Adds a change of an entity that must exist: {@code patch(devices, devices.patch("d-1").set("status", ACTIVE))}. */
    public <R extends Record> Transaction patch(OpenEntities<R> entities, Patch<R> patch) {
        return plan(entities, () -> entities.plans().patch(patch));
    }

    /** Adds the deletion of an entity that must exist: {@code delete(devices, devices.removal("d-1"))}. */
    public <R extends Record> Transaction delete(OpenEntities<R> entities, EntityDeletion<R> removal) {
        return plan(entities, () -> entities.plans().delete(removal));
    }

    /** Lets the transaction through only if there is such an entity and the condition holds for it. */
    public <R extends Record> Transaction check(OpenEntities<R> entities, Condition condition, Object... key) {
        return plan(entities, () -> entities.plans().check(condition, key));
    }

    private <O> Transaction plan(OpenEntities<?> entities, Supplier<CompletableFuture<PreparedWrite<O>>> plan) {
        String table = open.tableOf(entities.entity()).schema().name();
        return and(() -> plan.get()
                .thenApply(planned -> new TransactionStep(
                        () -> CompletableFuture.completedFuture(planned.spent()),
                        planned.writes().stream()
                                .map(write -> new TransactWrite.Action(table, write))
                                .toList(),
                        reasons -> refusal(planned.cause(reasons, Capacity.NONE)))));
    }

    private static Optional<Object> refusal(PreparedWrite.Cause<?> cause) {
        if (cause instanceof PreparedWrite.Refused<?> refused) {
            return Optional.of(refused.outcome());
        }
        return cause instanceof PreparedWrite.Outdated ? Optional.of(TransactionStep.OUTDATED) : Optional.empty();
    }

    private Transaction and(Supplier<CompletableFuture<TransactionStep>> step) {
        steps.add(step);
        return this;
    }

    /** Lets the transaction happen once however often it is sent with this token within ten minutes. */
    public Transaction once(String onceToken) {
        token = onceToken;
        return this;
    }

    public Result commit() {
        return BlockingTable.await(commitAsync());
    }

    /** Carries all steps out, or none. A second call carries the same steps out again; {@link #once} prevents that. */
    public CompletableFuture<Result> commitAsync() {
        return new Transaction(this).attempt(1, Capacity.NONE);
    }

    private CompletableFuture<Result> attempt(int attempt, Capacity before) {
        return plan().thenCompose(planned -> spent(planned, before)
                .thenCompose(spent -> send(planned, spent).thenCompose(result -> {
                    boolean isOutdated = result instanceof Result.Cancelled cancelled
                            && cancelled.refusals().contains(Optional.of(TransactionStep.OUTDATED));
                    if (!isOutdated) {
                        return CompletableFuture.completedFuture(result);
                    }
                    return attempt < MAX_ATTEMPTS
                            ? attempt(attempt + 1, result.capacity())
                            : CompletableFuture.failedFuture(busy());
                })));
    }

    private static Throttled busy() {
        return new Throttled(
                "transaction.contended",
                "entities of a transaction were changed by others during each of %s attempts; nothing was written"
                        .formatted(MAX_ATTEMPTS));
    }

    private CompletableFuture<List<TransactionStep>> plan() {
        CompletableFuture<List<TransactionStep>> all = CompletableFuture.completedFuture(List.of());
        for (Supplier<CompletableFuture<TransactionStep>> step : steps) {
            all = all.thenCompose(before -> step.get().thenApply(planned -> {
                List<TransactionStep> more = new ArrayList<>(before);
                more.add(planned);
                return more;
            }));
        }
        return all;
    }

    private static CompletableFuture<Capacity> spent(List<TransactionStep> planned, Capacity before) {
        CompletableFuture<Capacity> sum = CompletableFuture.completedFuture(before);
        for (TransactionStep step : planned) {
            sum = sum.thenCombine(step.before().get(), Capacity::plus);
        }
        return sum;
    }

    private CompletableFuture<Result> send(List<TransactionStep> planned, Capacity spent) {
        TransactWrite transaction = new TransactWrite(
                planned.stream().flatMap(step -> step.actions().stream()).toList(), token);
        Table first = open.table(open.schema().tables().get(0).name());
        return first.transactWrite(transaction).thenApply(result -> {
            Capacity used = spent.plus(result.capacity());
            return result instanceof TransactResult.Cancelled cancelled
                    ? new Result.Cancelled(refusals(planned, cancelled.reasons()), used)
                    : new Result.Committed(used);
        });
    }

    private static List<Optional<Object>> refusals(List<TransactionStep> planned, List<TransactResult.Reason> reasons) {
        List<Optional<Object>> refusals = new ArrayList<>();
        int from = 0;
        for (TransactionStep step : planned) {
            int to = from + step.actions().size();
            refusals.add(step.refusal().apply(reasons.subList(from, to)));
            from = to;
        }
        return refusals;
    }
}
