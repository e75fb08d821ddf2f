package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.value.ItemReader;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** What the verbs of one table share. */
record Context(
        TableSchema schema,
        Calls<DynamoDbAsyncClient> calls,
        InstantSource clock,
        ExpressionShapes shapes,
        ItemReader items) {

    /** Runs a verb whose future fails with errors as they are; what it throws becomes the future's error. */
    static <T> CompletableFuture<T> caught(Supplier<CompletableFuture<T>> verb) {
        try {
            return verb.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
