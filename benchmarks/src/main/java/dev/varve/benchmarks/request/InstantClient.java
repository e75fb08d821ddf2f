package dev.varve.benchmarks.request;

import dev.varve.benchmarks.PreparedClient;
import dev.varve.item.Item;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Returns one prepared reading after the other; writes succeed. */
final class InstantClient extends PreparedClient {

    private final List<GetItemResponse> found;
    private final PutItemResponse put;
    private final UpdateItemResponse updated;
    private final QueryResponse page;
    private int turn;

    InstantClient(List<Item> readings) {
        ConsumedCapacity half = consumed(RequestWorkload.SCHEMA.name(), 0.5);
        ConsumedCapacity one = consumed(RequestWorkload.SCHEMA.name(), 1);
        found = readings.stream()
                .map(reading -> GetItemResponse.builder()
                        .item(RequestWorkload.stored(reading))
                        .consumedCapacity(half)
                        .build())
                .toList();
        put = PutItemResponse.builder().consumedCapacity(one).build();
        updated = UpdateItemResponse.builder().consumedCapacity(one).build();
        page = QueryResponse.builder()
                .items(readings.stream().map(RequestWorkload::stored).toList())
                .count(readings.size())
                .scannedCount(readings.size())
                .consumedCapacity(one)
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
}
