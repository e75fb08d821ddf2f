package dev.varve.entity.internal;

import dev.varve.entity.EntityOutcome;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.internal.ParallelCalls;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates many entities: with grouped puts where the table gains by it, otherwise several at a time. */
public final class EntityBatchCreate<R extends Record> {

    private final EntityTransactionWrites<R> plans;
    private final OptimisticWrites attempts;
    private final Table table;
    private final int parallel;

    /** @param parallel the largest number of requests at a time, for a table without grouped puts */
    public EntityBatchCreate(EntityTransactionWrites<R> plans, OptimisticWrites attempts, Table table, int parallel) {
        this.plans = plans;
        this.attempts = attempts;
        this.table = table;
        this.parallel = parallel;
    }

    /** Returns the outcome of each record in their order; the future of a record that could not be created fails. */
    public List<CompletableFuture<EntityOutcome.OfCreate<R>>> run(List<R> records) {
        return table.putsAtOnce() > 1 && plans.createsBlindly() ? grouped(records) : severalAtATime(records);
    }

    private List<CompletableFuture<EntityOutcome.OfCreate<R>>> grouped(List<R> records) {
        List<@Nullable PreparedWrite<EntityOutcome.OfCreate<R>>> planned = new ArrayList<>(records.size());
        List<CompletableFuture<EntityOutcome.OfCreate<R>>> outcomes = new ArrayList<>(records.size());
        List<Put> puts = new ArrayList<>(records.size());
        for (R record : records) {
            try {
                PreparedWrite<EntityOutcome.OfCreate<R>> plan = plans.blindCreate(record);
                planned.add(plan);
                puts.add((Put) plan.writes().get(0));
                outcomes.add(new CompletableFuture<>());
            } catch (VarveException refused) {
                planned.add(null);
                outcomes.add(CompletableFuture.failedFuture(refused));
            }
        }
        List<CompletableFuture<WriteResult>> results = table.putEach(puts);
        int next = 0;
        for (int i = 0; i < records.size(); i++) {
            PreparedWrite<EntityOutcome.OfCreate<R>> plan = planned.get(i);
            if (plan != null) {
                R record = records.get(i);
                outcomes.set(i, outcome(record, plan, results.get(next++)));
            }
        }
        return outcomes;
    }

    private CompletableFuture<EntityOutcome.OfCreate<R>> outcome(
            R record, PreparedWrite<EntityOutcome.OfCreate<R>> plan, CompletableFuture<WriteResult> result) {
        return result.thenCompose(
                written -> attempts.finish(plan, written, () -> attempts.run(() -> plans.create(record))));
    }

    private List<CompletableFuture<EntityOutcome.OfCreate<R>>> severalAtATime(List<R> records) {
        List<CompletableFuture<EntityOutcome.OfCreate<R>>> outcomes = new ArrayList<>(records.size());
        records.forEach(record -> outcomes.add(new CompletableFuture<>()));
        List<Integer> places = IntStream.range(0, records.size()).boxed().toList();
        var unused = ParallelCalls.map(
                places,
                parallel,
                place -> attempts.run(() -> plans.create(records.get(place))).handle((outcome, error) -> {
                    CompletableFuture<EntityOutcome.OfCreate<R>> result = outcomes.get(place);
                    return error == null
                            ? result.complete(outcome)
                            : result.completeExceptionally(AsyncLoop.failure(error));
                }));
        return outcomes;
    }
}
