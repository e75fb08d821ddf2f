package dev.varve.testkit.local;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Corrects, one method for each, what DynamoDB Local answers differently from DynamoDB. Tests hold engines to DynamoDB,
 * so the difference is mended here and nowhere else.
 */
public final class LocalCorrections implements ExecutionInterceptor {

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.request() instanceof QueryRequest request && context.response() instanceof QueryResponse response) {
            return emptyQueryCosts(request, response);
        }
        return context.response();
    }

    /** A query that examines nothing costs a read unit, or half if eventual; DynamoDB Local reports 0. */
    static QueryResponse emptyQueryCosts(QueryRequest request, QueryResponse response) {
        ConsumedCapacity reported = response.consumedCapacity();
        if (reported == null || reported.capacityUnits() == null || reported.capacityUnits() > 0) {
            return response;
        }
        double units = Boolean.TRUE.equals(request.consistentRead()) ? 1 : 0.5;
        return response.toBuilder()
                .consumedCapacity(units(request.indexName(), reported, units))
                .build();
    }

    private static ConsumedCapacity units(@Nullable String index, ConsumedCapacity reported, double units) {
        ConsumedCapacity.Builder corrected = reported.toBuilder().capacityUnits(units);
        if (index == null) {
            return corrected.table(c -> c.capacityUnits(units)).build();
        }
        return corrected
                .table(c -> c.capacityUnits(0.0))
                .globalSecondaryIndexes(
                        Map.of(index, Capacity.builder().capacityUnits(units).build()))
                .build();
    }
}
