package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.expression.ExpressionShapes;
import dev.varve.engine.dynamodb.internal.value.ItemReader;
import dev.varve.table.TableSchema;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The shared resources of one table's operations. */
record Context(
        TableSchema schema,
        Calls<DynamoDbAsyncClient> calls,
        InstantSource clock,
        ExpressionShapes shapes,
        ItemReader items) {

    /** Runs an operation; an exception that it throws becomes the error of the future, unwrapped. */
    static <T> CompletableFuture<T> caught(Supplier<CompletableFuture<T>> operation) {
        try {
            return operation.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
