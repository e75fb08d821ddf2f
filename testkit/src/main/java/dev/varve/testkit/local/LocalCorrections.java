package dev.varve.testkit.local;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Corrects the responses of DynamoDB Local that differ from DynamoDB's, with one method for each difference. Tests
 * expect DynamoDB's behaviour, so all differences are corrected here. The names are those of {@code
 * docs/format/dynamodb-semantics.md}.
 */
public final class LocalCorrections implements ExecutionInterceptor {

    private static final ExecutionAttribute<Map<String, Integer>> MISSING = new ExecutionAttribute<>("missing");

    private final MissingDeletes missingDeletes;
    private final Set<String> committed = ConcurrentHashMap.newKeySet();

    /**
     * Corrects the responses of one database.
     *
     * @param client a client of the same database without these corrections
     */
    LocalCorrections(DynamoDbAsyncClient client) {
        missingDeletes = new MissingDeletes(client);
    }

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
        attributes.putAttribute(MISSING, missingDeletes.count(context.request()));
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        Map<String, Integer> missing = attributes.getAttribute(MISSING);
        if (context.request() instanceof QueryRequest request && context.response() instanceof QueryResponse response) {
            return emptyQuery(request, response);
        } else if (context.request() instanceof ScanRequest request
                && context.response() instanceof ScanResponse response) {
            return emptyScan(request, response);
        } else if (context.request() instanceof BatchGetItemRequest request
                && context.response() instanceof BatchGetItemResponse response) {
            return batchGetMissing(request, response);
        } else if (context.response() instanceof BatchWriteItemResponse response) {
            return batchDeleteMissing(missing, response);
        } else if (context.request() instanceof TransactWriteItemsRequest request
                && context.response() instanceof TransactWriteItemsResponse response) {
            return committed.add(request.clientRequestToken())
                    ? transactDeleteMissing(missing, response)
                    : tokenReplayUnits(response);
        }
        return context.response();
    }

    /**
     * {@code empty-query}: a query that examines nothing consumes one read unit, or half if eventually consistent;
     * Local reports 0.
     */
    static QueryResponse emptyQuery(QueryRequest request, QueryResponse response) {
        ConsumedCapacity reported = response.consumedCapacity();
        return Units.areNone(reported)
                ? response.toBuilder()
                        .consumedCapacity(Units.read(request.indexName(), reported, least(request.consistentRead())))
                        .build()
                : response;
    }

    /** {@code empty-query}: the same for a scan. */
    static ScanResponse emptyScan(ScanRequest request, ScanResponse response) {
        ConsumedCapacity reported = response.consumedCapacity();
        return Units.areNone(reported)
                ? response.toBuilder()
                        .consumedCapacity(Units.read(request.indexName(), reported, least(request.consistentRead())))
                        .build()
                : response;
    }

    private static double least(@Nullable Boolean consistent) {
        return Boolean.TRUE.equals(consistent) ? 1 : 0.5;
    }

    /** {@code batch-get-missing}: a missing item costs as much as a get of it; Local reports nothing. */
    static BatchGetItemResponse batchGetMissing(BatchGetItemRequest request, BatchGetItemResponse response) {
        List<ConsumedCapacity> corrected = response.consumedCapacity().stream()
                .map(reported -> {
                    KeysAndAttributes requested = request.requestItems().get(reported.tableName());
                    int missing = count(requested)
                            - response.responses()
                                    .getOrDefault(reported.tableName(), List.of())
                                    .size()
                            - count(response.unprocessedKeys().get(reported.tableName()));
                    return Units.plus(reported, missing * least(requested == null ? null : requested.consistentRead()));
                })
                .toList();
        return response.toBuilder().consumedCapacity(corrected).build();
    }

    private static int count(@Nullable KeysAndAttributes keys) {
        return keys == null ? 0 : keys.keys().size();
    }

    /** {@code batch-delete-missing}: deleting a missing item costs one unit; Local reports two. */
    static BatchWriteItemResponse batchDeleteMissing(Map<String, Integer> missing, BatchWriteItemResponse response) {
        List<ConsumedCapacity> corrected = response.consumedCapacity().stream()
                .map(reported -> Units.plus(reported, -missing.getOrDefault(reported.tableName(), 0)))
                .toList();
        return response.toBuilder().consumedCapacity(corrected).build();
    }

    /** {@code transact-delete-missing}: deleting a missing item costs two units; Local reports one for all of them. */
    static TransactWriteItemsResponse transactDeleteMissing(
            Map<String, Integer> missing, TransactWriteItemsResponse response) {
        List<ConsumedCapacity> corrected = response.consumedCapacity().stream()
                .map(reported -> {
                    int count = missing.getOrDefault(reported.tableName(), 0);
                    return count == 0 ? reported : Units.plus(reported, 2 * count - 1);
                })
                .toList();
        return response.toBuilder().consumedCapacity(corrected).build();
    }

    /** {@code token-replay-units}: a repeated transaction consumes read units; Local does not say so. */
    static TransactWriteItemsResponse tokenReplayUnits(TransactWriteItemsResponse response) {
        return response.toBuilder()
                .consumedCapacity(
                        response.consumedCapacity().stream().map(Units::asRead).toList())
                .build();
    }
}
