package dev.varve.benchmarks.request;

import dev.varve.item.Item;
import dev.varve.item.Num;
import dev.varve.item.Value;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Hand-written SDK code for one known table: expressions and names are constants, attributes are known by name and
 * type, one stage follows each call. It sends and returns the same as the engine, item for item, without validation.
 */
final class HandWrittenRequests {

    record Found(@Nullable Item item, double units) {}

    record Written(boolean isWritten, @Nullable Item existing, double units) {}

    record Rows(List<Item> items, int examined, Map<String, AttributeValue> last, double units) {}

    private static final String TABLE = "telemetry";

    private static final String PUT_CONDITION = "#n0 <= :v0 OR attribute_not_exists(#n1)";
    private static final Map<String, String> PUT_NAMES = Map.of("#n0", "ttl", "#n1", "pk");

    private static final String UPDATE_CONDITION = "NOT (#n0 <= :v0)";
    private static final String UPDATE = "SET #n1 = if_not_exists(#n1, :v1) + :v2, #n2 = :v3";
    private static final Map<String, String> UPDATE_NAMES = Map.of("#n0", "ttl", "#n1", "readings", "#n2", "last");
    private static final AttributeValue ZERO = AttributeValue.fromN("0");

    private static final String KEYS = "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2";
    private static final String LIVE = "NOT (#n2 <= :v3)";
    private static final Map<String, String> QUERY_NAMES = Map.of("#n0", "pk", "#n1", "sk", "#n2", "ttl");

    private static final String[] ATTRIBUTES = {"battery", "h", "pk", "sk", "t", "ttl"};

    private final DynamoDbAsyncClient client;
    private final Executor executor;
    private final InstantSource clock;

    HandWrittenRequests(DynamoDbAsyncClient client, Executor executor, InstantSource clock) {
        this.client = client;
        this.executor = executor;
        this.clock = clock;
    }

    CompletableFuture<Found> get(String partition, String sort) {
        long now = clock.instant().getEpochSecond();
        GetItemRequest request = GetItemRequest.builder()
                .tableName(TABLE)
                .key(key(partition, sort))
                .consistentRead(false)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.getItem(request).thenApplyAsync(response -> found(response, now), executor);
    }

    private static Found found(GetItemResponse response, long now) {
        double units = units(response.consumedCapacity());
        if (!response.hasItem()) {
            return new Found(null, units);
        }
        AttributeValue ttl = response.item().get("ttl");
        boolean expired = ttl != null && ttl.n() != null && Long.parseLong(ttl.n()) <= now;
        return new Found(expired ? null : reading(response.item()), units);
    }

    CompletableFuture<Written> putIfAbsent(Item reading) {
        long now = clock.instant().getEpochSecond();
        PutItemRequest request = PutItemRequest.builder()
                .tableName(TABLE)
                .item(attributes(reading))
                .conditionExpression(PUT_CONDITION)
                .expressionAttributeNames(PUT_NAMES)
                .expressionAttributeValues(Map.of(":v0", AttributeValue.fromN(Long.toString(now))))
                .returnValues(ReturnValue.NONE)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.putItem(request)
                .handleAsync(
                        (response, error) -> error == null ? written(response.consumedCapacity()) : failed(error),
                        executor);
    }

    CompletableFuture<Written> count(String partition, String sort, long more, String last) {
        long now = clock.instant().getEpochSecond();
        UpdateItemRequest request = UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key(partition, sort))
                .updateExpression(UPDATE)
                .conditionExpression(UPDATE_CONDITION)
                .expressionAttributeNames(UPDATE_NAMES)
                .expressionAttributeValues(Map.of(
                        ":v0", AttributeValue.fromN(Long.toString(now)),
                        ":v1", ZERO,
                        ":v2", AttributeValue.fromN(Long.toString(more)),
                        ":v3", AttributeValue.fromS(last)))
                .returnValues(ReturnValue.NONE)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.updateItem(request)
                .handleAsync(
                        (response, error) -> error == null ? written(response.consumedCapacity()) : failed(error),
                        executor);
    }

    CompletableFuture<Rows> query(String partition, String low, String high) {
        long now = clock.instant().getEpochSecond();
        QueryRequest request = QueryRequest.builder()
                .tableName(TABLE)
                .keyConditionExpression(KEYS)
                .filterExpression(LIVE)
                .expressionAttributeNames(QUERY_NAMES)
                .expressionAttributeValues(Map.of(
                        ":v0", AttributeValue.fromS(partition),
                        ":v1", AttributeValue.fromS(low),
                        ":v2", AttributeValue.fromS(high),
                        ":v3", AttributeValue.fromN(Long.toString(now))))
                .scanIndexForward(true)
                .consistentRead(false)
                .limit(RequestWorkload.ROWS)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.query(request).thenApplyAsync(HandWrittenRequests::rows, executor);
    }

    private static Rows rows(QueryResponse response) {
        List<Item> items = new ArrayList<>(response.items().size());
        for (Map<String, AttributeValue> row : response.items()) {
            items.add(reading(row));
        }
        return new Rows(
                items, response.scannedCount(), response.lastEvaluatedKey(), units(response.consumedCapacity()));
    }

    private static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
    }

    private static Map<String, AttributeValue> attributes(Item reading) {
        Map<String, AttributeValue> attributes = new HashMap<>(16);
        attributes.put("pk", AttributeValue.fromS(reading.text("pk")));
        attributes.put("sk", AttributeValue.fromS(reading.text("sk")));
        attributes.put("t", AttributeValue.fromN(reading.number("t").text()));
        attributes.put("h", AttributeValue.fromN(reading.number("h").text()));
        attributes.put("battery", AttributeValue.fromN(reading.number("battery").text()));
        attributes.put("ttl", AttributeValue.fromN(reading.number("ttl").text()));
        return attributes;
    }

    private static Item reading(Map<String, AttributeValue> attributes) {
        return Item.wrap(ATTRIBUTES, new Value[] {
            number(attributes, "battery"),
            number(attributes, "h"),
            text(attributes, "pk"),
            text(attributes, "sk"),
            number(attributes, "t"),
            number(attributes, "ttl")
        });
    }

    private static Value number(Map<String, AttributeValue> attributes, String name) {
        return Num.parse(Objects.requireNonNull(attributes.get(name)).n());
    }

    private static Value text(Map<String, AttributeValue> attributes, String name) {
        return Value.of(Objects.requireNonNull(attributes.get(name)).s());
    }

    private static Written written(ConsumedCapacity consumed) {
        return new Written(true, null, units(consumed));
    }

    private static Written failed(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        if (cause instanceof ConditionalCheckFailedException condition) {
            return new Written(false, condition.hasItem() ? reading(condition.item()) : null, 0);
        }
        throw new CompletionException(cause);
    }

    private static double units(ConsumedCapacity consumed) {
        return consumed.table().capacityUnits();
    }
}
