package dev.varve.benchmarks.series;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Answers at once with what was prepared: writes succeed, a query finds as many readings as its limit. */
final class CannedClient implements DynamoDbAsyncClient {

    private final PutItemResponse put =
            PutItemResponse.builder().consumedCapacity(consumed(1)).build();
    private final TransactWriteItemsResponse transacted =
            TransactWriteItemsResponse.builder().consumedCapacity(consumed(4)).build();
    private final Map<Integer, QueryResponse> pages;
    private @Nullable DynamoDbRequest last;

    /** Prepares the pages of these limits. */
    CannedClient(String device, int smallPage, int largePage) {
        pages = Map.of(smallPage, page(device, smallPage), largePage, page(device, largePage));
    }

    private static QueryResponse page(String device, int rows) {
        List<Map<String, AttributeValue>> items =
                Readings.readings(device, rows).map(Readings::stored).toList();
        Map<String, AttributeValue> end = items.get(rows - 1);
        return QueryResponse.builder()
                .items(items)
                .count(rows)
                .scannedCount(rows)
                .lastEvaluatedKey(Map.of("pk", end.get("pk"), "sk", end.get("sk")))
                .consumedCapacity(consumed(rows / 50.0))
                .build();
    }

    private static ConsumedCapacity consumed(double units) {
        return ConsumedCapacity.builder()
                .tableName(Readings.TABLE)
                .capacityUnits(units)
                .table(table -> table.capacityUnits(units))
                .build();
    }

    /** Returns the last request; without its token, which differs each time. */
    @Nullable
    DynamoDbRequest last() {
        return last instanceof TransactWriteItemsRequest transaction
                ? transaction.toBuilder().clientRequestToken(null).build()
                : last;
    }

    @Override
    public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
        return answer(request, put);
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(TransactWriteItemsRequest request) {
        return answer(request, transacted);
    }

    @Override
    public CompletableFuture<QueryResponse> query(QueryRequest request) {
        QueryResponse page = pages.get(request.limit());
        if (page == null) {
            throw new IllegalStateException("no page of " + request.limit() + " was prepared");
        }
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

    /** Does not retry, as a client made for the engine. */
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
