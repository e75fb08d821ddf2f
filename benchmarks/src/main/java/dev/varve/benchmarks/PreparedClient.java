package dev.varve.benchmarks;

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
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * A client that returns prepared responses at once, so that only the caller's work is measured. It keeps the last
 * request, to check that both sides send the same.
 */
public abstract class PreparedClient implements DynamoDbAsyncClient {

    private @Nullable DynamoDbRequest last;

    @Nullable
    public DynamoDbRequest last() {
        return last;
    }

    protected final <R> CompletableFuture<R> answer(DynamoDbRequest request, R response) {
        last = request;
        return CompletableFuture.completedFuture(response);
    }

    protected static ConsumedCapacity consumed(String table, double units) {
        return ConsumedCapacity.builder()
                .tableName(table)
                .capacityUnits(units)
                .table(part -> part.capacityUnits(units))
                .build();
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

    /** Reports that retries are off, like a client built for the engine, so that requests need no override. */
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
