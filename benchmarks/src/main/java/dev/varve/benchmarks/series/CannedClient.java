package dev.varve.benchmarks.series;

import dev.varve.benchmarks.PreparedClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** A client with prepared responses: writes succeed, a query returns as many readings as its limit. */
final class CannedClient extends PreparedClient {

    private final PutItemResponse put = PutItemResponse.builder()
            .consumedCapacity(consumed(SeriesReadings.TABLE, 1))
            .build();
    private final TransactWriteItemsResponse transacted = TransactWriteItemsResponse.builder()
            .consumedCapacity(consumed(SeriesReadings.TABLE, 4))
            .build();
    private final Map<Integer, QueryResponse> pages;

    /** Prepares pages of these sizes. */
    CannedClient(String device, int smallPage, int largePage) {
        pages = Map.of(smallPage, page(device, smallPage), largePage, page(device, largePage));
    }

    private static QueryResponse page(String device, int rows) {
        List<Map<String, AttributeValue>> items = SeriesReadings.readings(device, rows)
                .map(SeriesReadings::stored)
                .toList();
        Map<String, AttributeValue> end = items.get(rows - 1);
        return QueryResponse.builder()
                .items(items)
                .count(rows)
                .scannedCount(rows)
                .lastEvaluatedKey(Map.of("pk", end.get("pk"), "sk", end.get("sk")))
                .consumedCapacity(consumed(SeriesReadings.TABLE, rows / 50.0))
                .build();
    }

    /** Returns the last request without its token, which differs each time. */
    @Override
    @Nullable
    public DynamoDbRequest last() {
        return super.last() instanceof TransactWriteItemsRequest transaction
                ? transaction.toBuilder().clientRequestToken(null).build()
                : super.last();
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
}
