package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.Calls;
import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.Phrasing;
import dev.varve.engine.dynamodb.internal.plan.RenderedWrite;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.engine.support.Cost;
import dev.varve.error.Throttled;
import dev.varve.item.Item;
import dev.varve.table.Capacity;
import dev.varve.table.Condition;
import dev.varve.table.Put;
import dev.varve.table.Returning;
import dev.varve.table.TableSchema;
import dev.varve.table.Update;
import dev.varve.table.Write;
import dev.varve.table.WriteResult;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;

/** Writes single items. An update may take several requests; their conditions ensure that at most one is executed. */
final class TableWrites {

    private final Context context;

    TableWrites(Context context) {
        this.context = context;
    }

    CompletableFuture<WriteResult> write(Write write) {
        return new Writing(write, context.clock().instant()).send(Phrasing.first(write), 1);
    }

    private static RetrySafety safety(Write write) {
        boolean idempotent = !(write instanceof Update update) || update.isIdempotent();
        return idempotent && write.condition() == Condition.always() && write.returning() == Returning.NOTHING
                ? RetrySafety.REPEATABLE
                : RetrySafety.ONCE;
    }

    private final class Writing {

        private final Write write;
        private final Instant now;
        private Capacity capacity = Capacity.NONE;

        private Writing(Write write, Instant now) {
            this.write = write;
            this.now = now;
        }

        private CompletableFuture<WriteResult> send(Phrasing phrasing, int attempt) {
            RenderedWrite planned = RenderedWrite.of(context.schema(), write, phrasing, now, context.shapes());
            Calls<DynamoDbAsyncClient> calls = context.calls();
            RetrySafety safety = safety(write);
            Returning returning = write.returning();
            Function<Throwable, CompletableFuture<WriteResult>> otherwise = error -> failed(error, planned, attempt);
            return switch (planned.kind()) {
                case UPDATE ->
                    calls.send(
                            planned.updateRequest(returning),
                            safety,
                            DynamoDbAsyncClient::updateItem,
                            response -> written(planned, response.attributes(), response.consumedCapacity()),
                            otherwise);
                case DELETE ->
                    calls.send(
                            planned.deleteRequest(returning),
                            safety,
                            DynamoDbAsyncClient::deleteItem,
                            response -> written(planned, response.attributes(), response.consumedCapacity()),
                            otherwise);
                default ->
                    calls.send(
                            planned.putRequest(returning),
                            safety,
                            DynamoDbAsyncClient::putItem,
                            response -> written(planned, response.attributes(), response.consumedCapacity()),
                            otherwise);
            };
        }

        private WriteResult written(
                RenderedWrite planned, Map<String, AttributeValue> attributes, @Nullable ConsumedCapacity consumed) {
            Item stored = context.items().readIfAny(attributes);
            Item image = switch (write.returning()) {
                case NOTHING -> null;
                case OLD -> context.schema().live(stored, now);
                case NEW -> planned.put() == null ? stored : planned.put();
            };
            return new WriteResult.Written(image, capacity.plus(Capacities.ofWrite(consumed)));
        }

        private CompletableFuture<WriteResult> failed(Throwable error, RenderedWrite planned, int attempt) {
            return error instanceof ConditionalCheckFailedException failed
                    ? conditionFailed(planned, ItemConversion.readIfAny(failed.item()), attempt)
                    : CompletableFuture.failedFuture(error);
        }

        private CompletableFuture<WriteResult> conditionFailed(
                RenderedWrite planned, @Nullable Item stored, int attempt) {
            TableSchema schema = context.schema();
            Item live = schema.live(stored, now);
            capacity = capacity.plus(Cost.failedWrite(planned.put() == null ? write : Put.of(planned.put()), stored));
            boolean holds = write.condition().test(live == null ? Item.empty() : live);
            if (!holds || !(write instanceof Update update)) {
                return CompletableFuture.completedFuture(new WriteResult.ConditionFailed(live, capacity));
            }
            int most = context.calls().backoff().attempts();
            if (attempt > most) {
                return CompletableFuture.failedFuture(new Throttled(
                        "update.contention",
                        "item %s changed during each of %s attempts to update it: spread the writes, or try again later"
                                .formatted(update.key(), attempt)));
            }
            Phrasing next = Phrasing.fitting(schema, update, stored, now);
            // The first phrasing is a guess that may be wrong. From the second attempt on, another writer was faster.
            return attempt == 1
                    ? send(next, 2)
                    : CompletableFuture.supplyAsync(
                                    () -> next, context.calls().backoff().after(attempt - 1))
                            .thenCompose(phrasing -> send(phrasing, attempt + 1));
        }
    }
}
