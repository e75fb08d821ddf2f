package dev.varve.core.entity;

import dev.varve.core.schema.Planned;
import dev.varve.core.table.BlockingTable;
import dev.varve.core.table.Condition;
import dev.varve.core.table.TransactWrite;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Writes of entities as steps of a transaction. What stood in the way of a step is the {@link EntityOutcome} it would
 * have had by itself.
 *
 * <p>Planning writes nothing. Where a step depends on what is stored, the entity is read for it, and the step holds only
 * while that is unchanged: {@link EntityOutcome.Outdated}.
 */
public final class EntityPlans<R extends Record> {

    private final Entity<R> entity;
    private final Planning<R> planning;
    private final String table;

    EntityPlans(Entity<R> entity, Planning<R> planning, String table) {
        this.entity = entity;
        this.planning = planning;
        this.table = table;
    }

    public Planned create(R record) {
        return step(planning.create(record));
    }

    public Planned put(R record) {
        return putIf(Condition.always(), record);
    }

    public Planned putIf(Condition condition, R record) {
        return step(planning.put(record, condition));
    }

    public Planned patch(Patch<R> patch) {
        return step(planning.patch(patch.changes()));
    }

    public Planned delete(Object... key) {
        return step(planning.delete(new Changes(entity.key(key), List.of(), null, Condition.always())));
    }

    public Planned delete(Removal<R> removal) {
        return step(planning.delete(removal.asked()));
    }

    /** Lets the transaction through only if there is such an entity and the condition holds for it. */
    public Planned check(Condition condition, Object... key) {
        return step(planning.check(entity.key(key), condition));
    }

    private <O> Planned step(CompletableFuture<PlannedWrite<O>> planned) {
        PlannedWrite<O> write = BlockingTable.await(planned);
        List<TransactWrite.Action> actions = write.writes().stream()
                .map(one -> new TransactWrite.Action(table, one))
                .toList();
        return new Planned(() -> CompletableFuture.completedFuture(write.spent()), actions, reasons -> {
            PlannedWrite.Cause<O> cause = write.cause(reasons, write.spent());
            if (cause instanceof PlannedWrite.Refused<O> refused) {
                return Optional.of(refused.outcome());
            }
            return cause instanceof PlannedWrite.Outdated<O>
                    ? Optional.of(new EntityOutcome.Outdated<R>(write.spent()))
                    : Optional.empty();
        });
    }
}
