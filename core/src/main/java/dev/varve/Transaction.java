package dev.varve;

import dev.varve.entity.EntityDeletion;
import dev.varve.entity.EntityOutcome;
import dev.varve.entity.OpenEntities;
import dev.varve.entity.Patch;
import dev.varve.entity.internal.EntityAccess;
import dev.varve.entity.internal.PreparedWrite;
import dev.varve.error.Throttled;
import dev.varve.schema.internal.CancelCause;
import dev.varve.schema.internal.OpenSchema;
import dev.varve.schema.internal.TransactionStep;
import dev.varve.series.OpenSeries;
import dev.varve.series.Outcome;
import dev.varve.series.internal.SeriesAccess;
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
 * Appends and entity writes that are carried out all or none, up to DynamoDB's limit of 100 actions. An append with a
 * transactional current record counts as two actions, and so does the correction of the event that record is of.
 *
 * <p>Each method adds a step and returns it; {@link #commit} carries all steps out. If the transaction is cancelled,
 * {@link Result.Cancelled#refusal} returns the outcome of each step that was refused. For one thread.
 */
public final class Transaction {

    /** The result of a transaction. */
    public sealed interface Result {

        Capacity capacity();

        /** All steps were carried out. */
        record Committed(Capacity capacity) implements Result {}

        /**
         * At least one step was refused; nothing was written.
         *
         * @param refusals the steps that were refused, in their order; steps that could have been carried out are left out
         */
        record Cancelled(List<Refusal<?>> refusals, Capacity capacity) implements Result {
            public Cancelled {
                refusals = List.copyOf(refusals);
            }

            /** Returns the outcome of a refused step; empty if this step could have been carried out. */
            @SuppressWarnings("unchecked") // A refusal of a step has the outcome of that step.
            public <O> Optional<O> refusal(Step<O> step) {
                return refusals.stream()
                        .filter(refusal -> refusal.step() == step)
                        .findFirst()
                        .map(refusal -> (O) refusal.outcome());
            }
        }
    }

    /**
     * A step of a transaction, to ask for its outcome after a cancellation.
     *
     * @param <O> the outcome of the step
     */
    public static final class Step<O> {

        private final Supplier<CompletableFuture<TransactionStep<O>>> plan;

        private Step(Supplier<CompletableFuture<TransactionStep<O>>> plan) {
            this.plan = plan;
        }

        private CompletableFuture<Planned<O>> plan() {
            return plan.get().thenApply(planned -> new Planned<>(this, planned));
        }
    }

    /**
     * A step that was refused.
     *
     * @param outcome the outcome the step would have had on its own
     */
    public record Refusal<O>(Step<O> step, O outcome) {}

    /** A step, and how it is carried out in one attempt. */
    private record Planned<O>(Step<O> step, TransactionStep<O> writes) {

        CancelCause<O> cause(List<TransactResult.Reason> reasons) {
            return writes.cause().apply(reasons);
        }

        Optional<Refusal<?>> refusal(List<TransactResult.Reason> reasons) {
            return cause(reasons) instanceof CancelCause.Refused<O> refused
                    ? Optional.of(new Refusal<>(step, refused.outcome()))
                    : Optional.empty();
        }
    }

    /** Each failed attempt means that another writer succeeded, so few attempts are ever needed. */
    private static final int MAX_ATTEMPTS = 16;

    private final OpenSchema open;
    private final List<Step<?>> steps = new ArrayList<>();
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

    /** Adds an append; a series with {@code onConflict(REPLACE)} writes the event in any case. */
    public <E extends Record> Step<Outcome<E>> append(OpenSeries<E> series, E event) {
        return append(series, event, Condition.always());
    }

    /** Adds an append that is carried out only if the condition holds for the current record. */
    public <E extends Record> Step<Outcome<E>> append(OpenSeries<E> series, E event, Condition condition) {
        return add(SeriesAccess.instance().writes(series).appendStep(event, condition));
    }

    /**
     * Adds a correction: replaces the event with the same clock and parts, at any age. The current record follows if
     * it is of that event. Refused if there is no such event.
     */
    public <E extends Record> Step<Outcome<E>> correct(OpenSeries<E> series, E event) {
        return add(() -> SeriesAccess.instance().writes(series).correctionStep(event));
    }

    /** Adds the deletion of the event with the clock and parts of this one; the current record stays. Refused if there is none. */
    public <E extends Record> Step<Outcome<E>> delete(OpenSeries<E> series, E event) {
        return add(SeriesAccess.instance().writes(series).deletionStep(event));
    }

    /** Adds a write of a table: a put, an update, a delete or a check. Its refusal is the reason the table returns. */
    public Step<TransactResult.Reason.ConditionFailed> write(String table, Write write) {
        return add(TransactionStep.of(
                List.of(new TransactWrite.Action(open.table(table).schema().name(), write)),
                reasons -> reasons.get(0) instanceof TransactResult.Reason.ConditionFailed failed
                        ? new CancelCause.Refused<>(failed)
                        : new CancelCause.Other<>()));
    }

    /** Adds the creation of an entity that must not exist. */
    public <R extends Record> Step<EntityOutcome.OfCreate<R>> create(OpenEntities<R> entities, R record) {
        return add(entities, () -> EntityAccess.instance().writes(entities).create(record));
    }

    /** Adds a put of an entity. */
    public <R extends Record> Step<EntityOutcome.OfPut<R>> put(OpenEntities<R> entities, R record) {
        return add(entities, () -> EntityAccess.instance().writes(entities).put(record));
    }

    /** Adds a change of an entity that must exist: {@code patch(devices, devices.patch("d-1").set("status", ACTIVE))}. */
    public <R extends Record> Step<EntityOutcome.OfPatch<R>> patch(OpenEntities<R> entities, Patch<R> patch) {
        return add(entities, () -> EntityAccess.instance().plan(entities, patch));
    }

    /** Adds the deletion of an entity that must exist: {@code delete(devices, devices.removal("d-1"))}. */
    public <R extends Record> Step<EntityOutcome.OfDelete<R>> delete(
            OpenEntities<R> entities, EntityDeletion<R> deletion) {
        return add(entities, () -> EntityAccess.instance().plan(entities, deletion));
    }

    /** Adds a check: the transaction is cancelled unless the entity exists and the condition holds for it. */
    public <R extends Record> Step<EntityOutcome.OfCheck<R>> check(
            OpenEntities<R> entities, Condition condition, Object... key) {
        return add(entities, () -> EntityAccess.instance().writes(entities).check(condition, key));
    }

    private <O> Step<O> add(OpenEntities<?> entities, Supplier<CompletableFuture<PreparedWrite<O>>> plan) {
        String table = open.tableOf(entities.entity()).schema().name();
        return add(() -> plan.get()
                .thenApply(planned -> new TransactionStep<>(
                        () -> CompletableFuture.completedFuture(planned.spent()),
                        planned.writes().stream()
                                .map(write -> new TransactWrite.Action(table, write))
                                .toList(),
                        reasons -> planned.cause(reasons, Capacity.NONE))));
    }

    private <O> Step<O> add(TransactionStep<O> planned) {
        return add(() -> CompletableFuture.completedFuture(planned));
    }

    private <O> Step<O> add(Supplier<CompletableFuture<TransactionStep<O>>> plan) {
        Step<O> step = new Step<>(plan);
        steps.add(step);
        return step;
    }

    /** Makes the transaction idempotent: within ten minutes it is applied once, even if it is sent again with this token. */
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
                .thenCompose(spent -> send(planned).thenCompose(sent -> {
                    Capacity used = spent.plus(sent.capacity());
                    if (!(sent instanceof TransactResult.Cancelled cancelled)) {
                        return CompletableFuture.completedFuture(new Result.Committed(used));
                    }
                    if (!isOutdated(planned, cancelled.reasons())) {
                        return CompletableFuture.completedFuture(
                                new Result.Cancelled(refusals(planned, cancelled.reasons()), used));
                    }
                    return attempt < MAX_ATTEMPTS ? attempt(attempt + 1, used) : CompletableFuture.failedFuture(busy());
                })));
    }

    private static Throttled busy() {
        return new Throttled(
                "transaction.contended",
                "entities of a transaction were changed by others during each of %s attempts; nothing was written"
                        .formatted(MAX_ATTEMPTS));
    }

    private CompletableFuture<List<Planned<?>>> plan() {
        CompletableFuture<List<Planned<?>>> all = CompletableFuture.completedFuture(List.of());
        for (Step<?> step : steps) {
            all = all.thenCompose(before -> step.plan().thenApply(planned -> {
                List<Planned<?>> more = new ArrayList<>(before);
                more.add(planned);
                return more;
            }));
        }
        return all;
    }

    private static CompletableFuture<Capacity> spent(List<Planned<?>> planned, Capacity before) {
        CompletableFuture<Capacity> sum = CompletableFuture.completedFuture(before);
        for (Planned<?> step : planned) {
            sum = sum.thenCombine(step.writes().before().get(), Capacity::plus);
        }
        return sum;
    }

    private CompletableFuture<TransactResult> send(List<Planned<?>> planned) {
        TransactWrite transaction = new TransactWrite(
                planned.stream()
                        .flatMap(step -> step.writes().actions().stream())
                        .toList(),
                token);
        Table first = open.table(open.schema().tables().get(0).name());
        return first.transactWrite(transaction);
    }

    private static boolean isOutdated(List<Planned<?>> planned, List<TransactResult.Reason> reasons) {
        int from = 0;
        for (Planned<?> step : planned) {
            int to = from + step.writes().actions().size();
            if (step.cause(reasons.subList(from, to)) instanceof CancelCause.Outdated) {
                return true;
            }
            from = to;
        }
        return false;
    }

    private static List<Refusal<?>> refusals(List<Planned<?>> planned, List<TransactResult.Reason> reasons) {
        List<Refusal<?>> refusals = new ArrayList<>();
        int from = 0;
        for (Planned<?> step : planned) {
            int to = from + step.writes().actions().size();
            step.refusal(reasons.subList(from, to)).ifPresent(refusals::add);
            from = to;
        }
        return refusals;
    }
}
