package dev.varve.engine.dynamodb.internal.table;

import dev.varve.core.item.Item;
import dev.varve.core.table.Get;
import dev.varve.core.table.GetResult;
import dev.varve.core.table.TransactGet;
import dev.varve.core.table.TransactGetResult;
import dev.varve.engine.dynamodb.internal.call.Safety;
import dev.varve.engine.dynamodb.internal.plan.ReadPlan;
import dev.varve.engine.dynamodb.internal.read.Capacities;
import dev.varve.engine.dynamodb.internal.value.Items;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Reads by key that take one request. */
final class Reads {

    private final Context context;

    Reads(Context context) {
        this.context = context;
    }

    CompletableFuture<GetResult> get(Get get) {
        Instant now = context.clock().instant();
        return context.calls()
                .send(
                        ReadPlan.get(context.schema(), get, context.shapes()),
                        Safety.READ,
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
                        Safety.READ,
                        DynamoDbAsyncClient::transactGetItems)
                .thenApply(response -> read(response, now));
    }

    private TransactGetResult read(TransactGetItemsResponse response, Instant now) {
        return new TransactGetResult(
                response.responses().stream()
                        .map(one -> Optional.ofNullable(context.schema().live(Items.readIfAny(one.item()), now)))
                        .toList(),
                Capacities.ofReads(response.consumedCapacity()));
    }
}
