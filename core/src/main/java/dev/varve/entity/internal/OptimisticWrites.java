package dev.varve.entity.internal;

import dev.varve.error.Throttled;
import dev.varve.item.Item;
import dev.varve.schema.internal.CancelCause;
import dev.varve.table.Capacity;
import dev.varve.table.Delete;
import dev.varve.table.Put;
import dev.varve.table.Table;
import dev.varve.table.TransactResult;
import dev.varve.table.TransactResult.Reason;
import dev.varve.table.TransactWrite;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends planned writes, and plans again if another writer changed the entity meanwhile. */
public final class OptimisticWrites {

    /** A failed attempt means that another writer succeeded, so few attempts are ever needed. */
    private static final int MAX_ATTEMPTS = 32;

    private final String entity;
    private final Table table;

    public OptimisticWrites(String entity, Table table) {
        this.entity = entity;
        this.table = table;
    }

    /** The result of one attempt: an image if it succeeded, reasons if not. */
    private record Sent(@Nullable Item image, List<Reason> reasons, Capacity capacity) {}

    public <O> CompletableFuture<O> run(Supplier<CompletableFuture<PreparedWrite<O>>> plan) {
        return run(plan, 1, Capacity.NONE);
    }

    private <O> CompletableFuture<O> run(
            Supplier<CompletableFuture<PreparedWrite<O>>> plan, int attempt, Capacity before) {
        return plan.get()
                .thenCompose(planned -> send(planned).thenCompose(sent -> {
                    Capacity capacity = before.plus(planned.spent()).plus(sent.capacity());
                    if (sent.reasons().isEmpty()) {
                        return CompletableFuture.completedFuture(
                                planned.done(Objects.requireNonNull(sent.image()), capacity));
                    }
                    if (planned.cause(sent.reasons(), capacity) instanceof CancelCause.Refused<O> refused) {
                        return CompletableFuture.completedFuture(refused.outcome());
                    }
                    return attempt < MAX_ATTEMPTS
                            ? run(plan, attempt + 1, capacity)
                            : CompletableFuture.failedFuture(busy());
                }));
    }

    /**
     * Returns the outcome of a planned put that was sent already.
     *
     * @param again plans and sends it again, if another writer changed the entity meanwhile
     */
    <O> CompletableFuture<O> finish(
            PreparedWrite<O> planned, WriteResult result, Supplier<CompletableFuture<O>> again) {
        Sent sent = sent(result, planned.image());
        Capacity capacity = planned.spent().plus(sent.capacity());
        if (sent.reasons().isEmpty()) {
            return CompletableFuture.completedFuture(planned.done(Objects.requireNonNull(sent.image()), capacity));
        }
        return planned.cause(sent.reasons(), capacity) instanceof CancelCause.Refused<O> refused
                ? CompletableFuture.completedFuture(refused.outcome())
                : again.get();
    }

    private Throttled busy() {
        return new Throttled(
                "entity.contended",
                "an entity of %s was changed by other writers during each of %s attempts; nothing was written"
                        .formatted(entity, MAX_ATTEMPTS));
    }

    private CompletableFuture<Sent> send(PreparedWrite<?> planned) {
        Write first = planned.writes().get(0);
        if (planned.writes().size() > 1) {
            return table.transactWrite(TransactWrite.of(planned.writes().toArray(Write[]::new)))
                    .thenApply(result -> result instanceof TransactResult.Cancelled cancelled
                            ? new Sent(null, cancelled.reasons(), result.capacity())
                            : new Sent(planned.image(), List.of(), result.capacity()));
        } else if (first instanceof Put put) {
            return table.put(put).thenApply(result -> sent(result, planned.image()));
        } else if (first instanceof Update update) {
            return table.update(update.returningNew()).thenApply(result -> sent(result, null));
        }
        return table.delete(((Delete) first).returningOld()).thenApply(result -> sent(result, null));
    }

    private static Sent sent(WriteResult result, @Nullable Item image) {
        if (result instanceof WriteResult.Written written) {
            return new Sent(image == null ? written.item() : image, List.of(), result.capacity());
        }
        WriteResult.ConditionFailed failed = (WriteResult.ConditionFailed) result;
        return new Sent(null, List.of(new Reason.ConditionFailed(failed.existing())), result.capacity());
    }
}
