package dev.varve.benchmarks.series;

import dev.varve.benchmarks.series.SeriesReadings.Reading;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Hand-written SDK code for known records: it sends the same requests as a series, and returns records. Keys and
 * expressions are constants, attributes are known by name and type; nothing is validated.
 */
final class HandWrittenSeries {

    static final String PLAIN = "DEVICE#";
    static final String TRACKED = "TRACKED#";

    /** The result of an append; if its condition failed, the stored item. */
    record Written(
            Instant clock,
            @Nullable Reading current,
            @Nullable Reading existing,
            double units) {}

    record Rows(List<Reading> events, Map<String, AttributeValue> last, double units) {}

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final String IS_FREE = "#n0 <= :v0 OR attribute_not_exists(#n1)";
    private static final Map<String, String> FREE_NAMES = Map.of("#n0", "ttl", "#n1", "pk");

    private static final String IS_OLDER = "NOT (#n0 <= :v0) AND (attribute_not_exists(#n1) OR #n1 < :v1)";
    private static final String UPDATE = "SET #n2 = :v2, #n1 = :v1, #n3 = :v3, #n4 = :v4, #n5 = :v5";
    private static final Map<String, String> UPDATE_NAMES = Map.of(
            "#n0", "ttl",
            "#n1", "at",
            "#n2", "deviceId",
            "#n3", "temperature",
            "#n4", "humidity",
            "#n5", "battery");

    private static final String KEYS = "#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2";
    private static final String LIVE = "NOT (#n2 <= :v3)";
    private static final Map<String, String> QUERY_NAMES = Map.of("#n0", "pk", "#n1", "sk", "#n2", "ttl");

    private final DynamoDbAsyncClient client;
    private final Executor executor;
    private final InstantSource clock;

    HandWrittenSeries(DynamoDbAsyncClient client, Executor executor, InstantSource clock) {
        this.client = client;
        this.executor = executor;
        this.clock = clock;
    }

    CompletableFuture<Written> append(Reading reading) {
        PutItemRequest request = PutItemRequest.builder()
                .tableName(SeriesReadings.TABLE)
                .item(attributes(PLAIN, reading))
                .conditionExpression(IS_FREE)
                .expressionAttributeNames(FREE_NAMES)
                .expressionAttributeValues(Map.of(":v0", now()))
                .returnValues(ReturnValue.NONE)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.putItem(request)
                .handleAsync(
                        (response, error) -> error == null
                                ? new Written(reading.at(), null, null, units(response.consumedCapacity()))
                                : refused(reading, error),
                        executor);
    }

    CompletableFuture<Written> appendTracked(Reading reading) {
        AttributeValue now = now();
        Put put = Put.builder()
                .tableName(SeriesReadings.TABLE)
                .item(attributes(TRACKED, reading))
                .conditionExpression(IS_FREE)
                .expressionAttributeNames(FREE_NAMES)
                .expressionAttributeValues(Map.of(":v0", now))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        Update update = Update.builder()
                .tableName(SeriesReadings.TABLE)
                .key(Map.of(
                        "pk", AttributeValue.fromS(TRACKED + reading.deviceId()),
                        "sk", AttributeValue.fromS("CURRENT")))
                .updateExpression(UPDATE)
                .conditionExpression(IS_OLDER)
                .expressionAttributeNames(UPDATE_NAMES)
                .expressionAttributeValues(Map.of(
                        ":v0", now,
                        ":v1", text(reading.at()),
                        ":v2", AttributeValue.fromS(reading.deviceId()),
                        ":v3", AttributeValue.fromN(Double.toString(reading.temperature())),
                        ":v4", AttributeValue.fromN(Double.toString(reading.humidity())),
                        ":v5", AttributeValue.fromN(Integer.toString(reading.battery()))))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(
                        TransactWriteItem.builder().put(put).build(),
                        TransactWriteItem.builder().update(update).build())
                .clientRequestToken(UUID.randomUUID().toString())
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.transactWriteItems(request)
                .handleAsync(
                        (response, error) -> error == null
                                ? new Written(
                                        reading.at(),
                                        reading,
                                        null,
                                        units(response.consumedCapacity().get(0)))
                                : refused(reading, error),
                        executor);
    }

    CompletableFuture<Rows> history(String device, Instant from, Instant last, int limit) {
        QueryRequest request = QueryRequest.builder()
                .tableName(SeriesReadings.TABLE)
                .keyConditionExpression(KEYS)
                .filterExpression(LIVE)
                .expressionAttributeNames(QUERY_NAMES)
                .expressionAttributeValues(Map.of(
                        ":v0", AttributeValue.fromS(PLAIN + device),
                        ":v1", AttributeValue.fromS("READING#" + MILLIS.format(from)),
                        ":v2", AttributeValue.fromS("READING#" + MILLIS.format(last)),
                        ":v3", now()))
                .scanIndexForward(true)
                .consistentRead(false)
                .limit(limit)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
                .build();
        return client.query(request).thenApplyAsync(HandWrittenSeries::rows, executor);
    }

    private static Rows rows(QueryResponse response) {
        List<Reading> events = new ArrayList<>(response.items().size());
        for (Map<String, AttributeValue> row : response.items()) {
            events.add(reading(row));
        }
        return new Rows(events, response.lastEvaluatedKey(), units(response.consumedCapacity()));
    }

    private AttributeValue now() {
        return AttributeValue.fromN(Long.toString(clock.instant().getEpochSecond()));
    }

    private static AttributeValue text(Instant at) {
        return AttributeValue.fromS(MILLIS.format(at));
    }

    static Map<String, AttributeValue> attributes(String prefix, Reading reading) {
        AttributeValue at = text(reading.at());
        Map<String, AttributeValue> attributes = new HashMap<>(16);
        attributes.put("pk", AttributeValue.fromS(prefix + reading.deviceId()));
        attributes.put("sk", AttributeValue.fromS("READING#" + at.s()));
        attributes.put("deviceId", AttributeValue.fromS(reading.deviceId()));
        attributes.put("at", at);
        attributes.put("temperature", AttributeValue.fromN(Double.toString(reading.temperature())));
        attributes.put("humidity", AttributeValue.fromN(Double.toString(reading.humidity())));
        attributes.put("battery", AttributeValue.fromN(Integer.toString(reading.battery())));
        attributes.put(
                "ttl",
                AttributeValue.fromN(
                        Long.toString(reading.at().plus(SeriesReadings.KEEP).getEpochSecond())));
        return attributes;
    }

    private static Reading reading(Map<String, AttributeValue> attributes) {
        return new Reading(
                attribute(attributes, "deviceId").s(),
                Instant.parse(attribute(attributes, "at").s()),
                Double.parseDouble(attribute(attributes, "temperature").n()),
                Double.parseDouble(attribute(attributes, "humidity").n()),
                Integer.parseInt(attribute(attributes, "battery").n()));
    }

    private static AttributeValue attribute(Map<String, AttributeValue> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name));
    }

    private static Written refused(Reading reading, Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        if (cause instanceof ConditionalCheckFailedException failed && failed.hasItem()) {
            return new Written(reading.at(), null, reading(failed.item()), 0);
        } else if (cause instanceof TransactionCanceledException cancelled) {
            for (CancellationReason reason : cancelled.cancellationReasons()) {
                if (reason.hasItem()) {
                    return new Written(reading.at(), null, reading(reason.item()), 0);
                }
            }
        }
        throw new CompletionException(cause);
    }

    private static double units(ConsumedCapacity consumed) {
        return consumed.table().capacityUnits();
    }
}
