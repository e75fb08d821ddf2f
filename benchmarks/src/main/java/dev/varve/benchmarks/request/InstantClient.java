package dev.varve.benchmarks.request;

import dev.varve.core.item.Item;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Answers at once with what was prepared, so that only the caller's work is measured. It keeps the last request, which
 * shows that both sides ask for the same.
 */
final class InstantClient implements DynamoDbAsyncClient {

    private final List<GetItemResponse> found;
    private final PutItemResponse put;
    private final UpdateItemResponse updated;
    private final QueryResponse page;
    private int turn;
    private @Nullable DynamoDbRequest last;

    InstantClient(List<Item> readings) {
        ConsumedCapacity half = consumed(0.5);
        ConsumedCapacity one = consumed(1);
        found = readings.stream()
                .map(reading -> GetItemResponse.builder()
                        .item(Workload.stored(reading))
                        .consumedCapacity(half)
                        .build())
                .toList();
        put = PutItemResponse.builder().consumedCapacity(one).build();
        updated = UpdateItemResponse.builder().consumedCapacity(one).build();
        page = QueryResponse.builder()
                .items(readings.stream().map(Workload::stored).toList())
                .count(readings.size())
                .scannedCount(readings.size())
                .consumedCapacity(one)
                .build();
    }

    private static ConsumedCapacity consumed(double units) {
        return ConsumedCapacity.builder()
                .tableName(Workload.SCHEMA.name())
                .capacityUnits(units)
                .table(table -> table.capacityUnits(units))
                .build();
    }

    /** Moves on to the next reading, the first after the last, and returns its number. */
    int advance() {
        turn = turn + 1 == found.size() ? 0 : turn + 1;
        return turn;
    }

    /** Makes {@link #advance} return this number next. */
    void comeTo(int number) {
        turn = number - 1;
    }

    @Nullable
    DynamoDbRequest last() {
        return last;
    }

    @Override
    public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
        return answer(request, found.get(turn));
    }

    @Override
    public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
        return answer(request, put);
    }

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
        return answer(request, updated);
    }

    @Override
    public CompletableFuture<QueryResponse> query(QueryRequest request) {
        return answer(request, page);
    }

    private <R> CompletableFuture<R> answer(DynamoDbRequest request, R response) {
        last = request;
        return CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
        return CompletableFuture.completedFuture(DescribeTableResponse.builder()
                .table(table -> table.tableName(request.tableName())
                        .tableStatus(TableStatus.ACTIVE)
                        .attributeDefinitions(text("pk"), text("sk"))
                        .keySchema(part("pk", KeyType.HASH), part("sk", KeyType.RANGE)))
                .build());
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement part(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    @Override
    public CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(DescribeTimeToLiveRequest request) {
        return CompletableFuture.completedFuture(DescribeTimeToLiveResponse.builder()
                .timeToLiveDescription(ttl -> ttl.attributeName("ttl").timeToLiveStatus(TimeToLiveStatus.ENABLED))
                .build());
    }

    /** Does not retry, as a client made for the engine, so that requests need no override. */
    @Override
    public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return DynamoDbServiceClientConfiguration.builder()
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .retryStrategy(AwsRetryStrategy.doNotRetry())
                        .build())
                .build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
