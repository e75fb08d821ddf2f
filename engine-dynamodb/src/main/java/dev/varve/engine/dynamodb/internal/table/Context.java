package dev.varve.engine.dynamodb.internal.table;

import dev.varve.core.table.TableSchema;
import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.expression.Shapes;
import dev.varve.engine.dynamodb.internal.value.ItemReader;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What the verbs of one table share. */
record Context(TableSchema schema, Calls calls, InstantSource clock, Shapes shapes, ItemReader items) {

    /** Runs a verb whose future fails with errors as they are; what it throws becomes the future's error. */
    static <T> CompletableFuture<T> caught(Supplier<CompletableFuture<T>> verb) {
        try {
            return verb.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Runs a verb of several stages, which wrap errors; what it throws or fails with becomes the future's error, unwrapped. */
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
