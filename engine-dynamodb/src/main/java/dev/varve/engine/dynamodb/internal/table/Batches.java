package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.Backoff;
import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.BatchPlan;
import dev.varve.engine.dynamodb.internal.plan.ReadPlan;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.error.Retry;
import dev.varve.error.VarveException;
import dev.varve.internal.AsyncLoop;
import dev.varve.item.Item;
import dev.varve.table.BatchGet;
import dev.varve.table.BatchGetResult;
import dev.varve.table.BatchWrite;
import dev.varve.table.BatchWriteResult;
import dev.varve.table.Capacity;
import dev.varve.table.Key;
import dev.varve.table.TableSchema;
import dev.varve.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Runs batches. Unprocessed parts are sent again, within bounds, and then returned. */
final class Batches {

    private final Context context;

    Batches(Context context) {
        this.context = context;
    }

    CompletableFuture<BatchGetResult> get(BatchGet batch) {
        return new Getting(batch, context.clock().instant()).send(batch.keys(), 1);
    }

    CompletableFuture<BatchWriteResult> write(BatchWrite batch) {
        Map<Key, Write> writes = new LinkedHashMap<>();
        batch.writes().forEach(write -> writes.put(write.keyIn(context.schema()), write));
        return new Writing(writes).send(List.copyOf(writes.keySet()), 1);
    }

    /**
     * Continues with the unprocessed parts of an attempt. An attempt with progress does not count as a retry: a large
     * response is cut off by its size, not by throttling.
     */
    private <T> CompletableFuture<T> again(
            int sent, List<Key> left, int attempt, Function<Integer, CompletableFuture<T>> next, Supplier<T> end) {
        Backoff backoff = context.calls().backoff();
        if (left.isEmpty() || (left.size() == sent && attempt >= backoff.attempts())) {
            return CompletableFuture.completedFuture(end.get());
        }
        int number = left.size() < sent ? 1 : attempt + 1;
        return CompletableFuture.supplyAsync(() -> number, backoff.after(number))
                .thenCompose(next)
                .exceptionally(error -> unlessDone(AsyncLoop.failure(error), end));
    }

    /** Returns the results so far if the last attempt failed after progress: the batch as a whole was not throttled. */
    private static <T> T unlessDone(Throwable error, Supplier<T> end) {
        if (error instanceof VarveException failure && failure.retry() == Retry.LATER) {
            return end.get();
        }
        throw error instanceof RuntimeException failure ? failure : new CompletionException(error);
    }

    private final class Getting {

        private final BatchGet batch;
        private final Instant now;
        private final Map<Key, Item> found = new HashMap<>();
        private Capacity capacity = Capacity.NONE;

        private Getting(BatchGet batch, Instant now) {
            this.batch = batch;
            this.now = now;
        }

        private CompletableFuture<BatchGetResult> send(List<Key> keys, int attempt) {
            TableSchema schema = context.schema();
            return context.calls()
                    .send(
                            ReadPlan.batchGet(schema, batch, keys, context.shapes()),
                            RetrySafety.READ,
                            DynamoDbAsyncClient::batchGetItem)
                    .thenCompose(response -> {
                        response.responses()
                                .getOrDefault(schema.name(), List.of())
                                .forEach(attributes -> {
                                    Item stored = ItemConversion.read(attributes);
                                    if (!schema.isExpired(stored, now)) {
                                        found.put(
                                                schema.keyOf(stored),
                                                batch.select().of(stored));
                                    }
                                });
                        capacity = capacity.plus(Capacities.ofReads(response.consumedCapacity()));
                        KeysAndAttributes rest = response.unprocessedKeys().get(schema.name());
                        List<Key> left = rest == null
                                ? List.of()
                                : rest.keys().stream()
                                        .map(key -> schema.keyOf(ItemConversion.read(key)))
                                        .toList();
                        return again(
                                keys.size(),
                                left,
                                attempt,
                                number -> send(left, number),
                                () -> new BatchGetResult(found, left, capacity));
                    });
        }
    }

    private final class Writing {

        private final Map<Key, Write> writes;
        private Capacity capacity = Capacity.NONE;

        private Writing(Map<Key, Write> writes) {
            this.writes = writes;
        }

        private CompletableFuture<BatchWriteResult> send(List<Key> keys, int attempt) {
            TableSchema schema = context.schema();
            return context.calls()
                    .send(
                            BatchPlan.write(schema, of(keys)),
                            RetrySafety.REPEATABLE,
                            DynamoDbAsyncClient::batchWriteItem)
                    .thenCompose(response -> {
                        capacity = capacity.plus(Capacities.ofWrites(schema.name(), response.consumedCapacity()));
                        List<Key> left = response.unprocessedItems().getOrDefault(schema.name(), List.of()).stream()
                                .map(request -> BatchPlan.keyOf(schema, request))
                                .toList();
                        return again(
                                keys.size(),
                                left,
                                attempt,
                                number -> send(left, number),
                                () -> new BatchWriteResult(of(left), capacity));
                    });
        }

        private List<Write> of(List<Key> keys) {
            List<Write> some = new ArrayList<>(keys.size());
            for (Key key : keys) {
                Write write = writes.get(key);
                if (write != null) {
                    some.add(write);
                }
            }
            return some;
        }
    }
}
