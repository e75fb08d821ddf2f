package dev.varve.engine.dynamodb.internal.table;

import dev.varve.core.table.TableSchema;
import dev.varve.engine.dynamodb.internal.call.Calls;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the verbs of one table share. */
record Context(TableSchema schema, Calls calls, InstantSource clock) {

    /** Runs a verb; whatever it throws or fails with becomes the future's own error, unwrapped. */
    static <T> CompletableFuture<T> guarded(Supplier<CompletableFuture<T>> verb) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            CompletableFuture<T> unused = verb.get().whenComplete((value, error) -> {
                if (error == null) {
                    result.complete(value);
                } else {
                    result.completeExceptionally(Calls.unwrapped(error));
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }
}
