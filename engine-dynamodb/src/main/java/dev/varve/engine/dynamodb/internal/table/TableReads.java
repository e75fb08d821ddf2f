package dev.varve.engine.dynamodb.internal.table;

import dev.varve.engine.dynamodb.internal.call.RetrySafety;
import dev.varve.engine.dynamodb.internal.plan.ReadPlan;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.dynamodb.internal.value.ItemConversion;
import dev.varve.item.Item;
import dev.varve.table.Get;
import dev.varve.table.GetResult;
import dev.varve.table.TransactGet;
import dev.varve.table.TransactGetResult;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Reads by key that take one request. */
final class TableReads {

    private final Context context;

    TableReads(Context context) {
        this.context = context;
    }

    CompletableFuture<GetResult> get(Get get) {
        Instant now = context.clock().instant();
        return context.calls()
                .send(
                        ReadPlan.get(context.schema(), get, context.shapes()),
                        RetrySafety.READ,
                        DynamoDbAsyncClient::getItem,
                        response -> read(get, response, now));
    }

    private GetResult read(Get get, GetItemResponse response, Instant now) {
        Item live = context.schema().live(context.items().readIfAny(response.item()), now);
        return new GetResult(
                live == null ? null : get.select().of(live), Capacities.ofRead(response.consumedCapacity()));
    }

    CompletableFuture<TransactGetResult> transactGet(TransactGet transaction) {
        Instant now = context.clock().instant();
        return context.calls()
                .send(
                        ReadPlan.transactGet(context.schema(), transaction),
                        RetrySafety.READ,
                        DynamoDbAsyncClient::transactGetItems)
                .thenApply(response -> read(response, now));
    }

    private TransactGetResult read(TransactGetItemsResponse response, Instant now) {
        return new TransactGetResult(
                response.responses().stream()
                        .map(one ->
                                Optional.ofNullable(context.schema().live(ItemConversion.readIfAny(one.item()), now)))
                        .toList(),
                Capacities.ofReads(response.consumedCapacity()));
    }
}
